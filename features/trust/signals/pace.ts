import { clampToUnitInterval, type Signal } from './signals.ts'

type Crowd = { seconds: number; words: string; usual: number; beyond: number }
export type Pace = Signal & {
  /** The members who came in, or within a day of, a crowd that is larger than usual, as indexes of `times`. */
  members: number[]
}

/**
 * Signal of bursts. For each of a few spans, it compares the largest number of these moments (seconds, ascending)
 * within the span with a crowd that is usual anywhere, plus three times what is usual here (`perDay`). The strength is
 * log(seen / usual) / log(beyond / usual) of the strongest span. This follows Kleinberg's bursts (2002) and Xie et al.,
 * 'Review spam detection via temporal pattern discovery' (2012), in several resolutions at once; a Poisson tail alone
 * would call each full dining room a burst. The members are those in the crowds of the shortest span that is nearly as
 * strong, and everyone who came within a day of them.
 */
export function paceSignal(times: readonly number[], crowds: readonly Crowd[], perDay = 0): Pace {
  const spans = crowds.map((crowd) => spanOf(times, crowd, perDay))
  const strongest = spans.reduce((a, b) => (b.strength > a.strength ? b : a), spans[0]!)
  const core = spans.find(({ strength }) => strength > 0 && strength >= 0.9 * strongest.strength)
  const members: number[] = []
  let next = 0
  for (const [n, at] of times.entries()) {
    while (core && next < core.crowded.length - 1 && times[core.crowded[next]!]! < at - day) next++
    const near = core?.crowded[next]
    if (near !== undefined && Math.abs(times[near]! - at) <= day) members.push(n)
  }
  return { signal: 'pace', strength: strongest.strength, words: strongest.words, members }
}

const day = 86_400

function spanOf(
  times: readonly number[],
  { seconds, words, usual, beyond }: Crowd,
  perDay: number,
) {
  const expected = (3 * perDay * seconds) / day
  const line = usual + expected
  const crowded = new Set<number>()
  let most = 0
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! > seconds) from++
    const seen = to - from + 1
    most = Math.max(most, seen)
    if (seen > line)
      for (let one = crowded.has(to - 1) ? to : from; one <= to; one++) crowded.add(one)
  }
  const strength =
    most === 0
      ? 0
      : clampToUnitInterval(Math.log(most / line) / Math.log((beyond + expected) / line))
  return {
    strength,
    words: `${most} within ${words}; up to ${Math.round(line)} is a usual crowd`,
    crowded: [...crowded].sort((a, b) => a - b),
  }
}
