import { thresholds } from '../lines.data.ts'
import { clampToUnitInterval, type Signal } from './signals.ts'

type Crowd = { seconds: number; words: string; usual: number; beyond: number }

/**
 * Signal of bursts. For each of a few spans, it compares the largest number of these moments (seconds, ascending)
 * within the span with a crowd that is usual anywhere, plus three times what is usual here (`perDay`). The strength is
 * log(seen / usual) / log(beyond / usual) of the strongest span. This follows Kleinberg's bursts (2002) and Xie et al.,
 * 'Review spam detection via temporal pattern discovery' (2012), in several resolutions at once; a Poisson tail alone
 * would call each full dining room a burst.
 */
export function paceSignal(times: readonly number[], crowds: readonly Crowd[], perDay = 0): Signal {
  const spans = crowds.map((crowd) => spanOf(times, crowd, perDay))
  const { strength, words } = spans.reduce((a, b) => (b.strength > a.strength ? b : a))
  return { signal: 'pace', strength, words }
}

/** A crowd that is larger than usual. `inside` and `near` are indexes of the moments that were given. */
export type Burst = {
  strength: number
  /** Those who came in its crowded windows. */
  inside: number[]
  /** Those who came within a day of it and in no other burst. */
  near: number[]
}

/**
 * Returns the bursts among these moments (seconds, ascending), the strongest first. Each is judged by itself: those of
 * the shortest span that is nearly as strong as the strongest are taken out, and what is left is judged again, so that
 * no burst adds anybody to a crowd that came at another time, or hides it. It ends with those that can't reach the line
 * of the desk. Those who are left belong to a burst within a day if they came in an hour or a day that is over the line
 * of the rule, as its last ones do.
 */
export function burstsIn(times: readonly number[], crowds: readonly Crowd[], perDay = 0): Burst[] {
  const found: Burst[] = []
  let rest = [...times.keys()]
  for (let strongest = 1; strongest >= thresholds.desk.is ** 2;) {
    const moments = rest.map((n) => times[n]!)
    const spans = crowds.map((crowd) => spanOf(moments, crowd, perDay))
    strongest = Math.max(...spans.map(({ strength }) => strength))
    if (strongest === 0) break
    const isNearly = ({ strength }: { strength: number }) => strength >= 0.9 * strongest
    const core = spans.find(isNearly)!
    const out = new Set<number>()
    for (const { strength, from, to } of core.runs(0).filter(isNearly)) {
      const inside = rest.slice(from, to + 1)
      for (const n of inside) out.add(n)
      found.push({ strength, inside, near: [] })
    }
    rest = rest.filter((n) => !out.has(n))
  }
  addTheOthers(found, { rest, times, crowds, perDay })
  return found
}

type Others = { rest: number[]; times: readonly number[]; crowds: readonly Crowd[]; perDay: number }

/** Adds those who are in no burst to the first one within a day of which they came. */
function addTheOthers(found: Burst[], { rest, times, crowds, perDay }: Others): void {
  const sure = crowds
    .filter(({ seconds }) => seconds <= day)
    .flatMap((crowd) => spanOf(times, crowd, perDay).runs(thresholds.rule.is ** 2))
  const spans = found.map(({ inside }) => [times[inside[0]!]! - day, times[inside.at(-1)!]! + day])
  for (const n of rest) {
    const at = times[n]!
    const burst = found[spans.findIndex(([from, to]) => from! <= at && at <= to!)]
    const isSure = sure.some(({ from, to }) => from <= n && n <= to)
    if (burst) (isSure ? burst.inside : burst.near).push(n)
  }
  for (const { inside } of found) inside.sort((a, b) => a - b)
}

const day = 86_400

function spanOf(
  times: readonly number[],
  { seconds, words, usual, beyond }: Crowd,
  perDay: number,
) {
  const expected = (3 * perDay * seconds) / day
  const line = usual + expected
  const strengthOf = (seen: number) =>
    clampToUnitInterval(Math.log(seen / line) / Math.log((beyond + expected) / line))
  let most = 0
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! > seconds) from++
    most = Math.max(most, to - from + 1)
  }
  return {
    strength: most === 0 ? 0 : strengthOf(most),
    words: `${most} within ${words}; up to ${Math.round(line)} is a usual crowd`,
    /**
     * Returns the runs of windows that are larger than usual and at least this strong, and overlap or are less than the
     * span apart. `from` and `to` are indexes.
     */
    runs(least: number) {
      const enough = Math.max(Math.floor(line) + 1, line * ((beyond + expected) / line) ** least)
      const runs: { from: number; to: number; most: number }[] = []
      for (let from = 0, to = 0; to < times.length; to++) {
        while (times[to]! - times[from]! > seconds) from++
        const seen = to - from + 1
        if (seen < enough) continue
        const run = runs.at(-1)
        if (run && times[from]! - times[run.to]! <= seconds) {
          run.to = to
          run.most = Math.max(run.most, seen)
        } else runs.push({ from, to, most: seen })
      }
      return runs.map(({ from, to, most }) => ({ from, to, strength: strengthOf(most) }))
    },
  }
}
