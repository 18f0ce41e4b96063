import { measure, medianOf, type Spread } from '../measure.ts'
import { askedIn, type Asked, type Workload } from './asked.ts'

export type Found = { id: number; latitude: number; longitude: number }

/** One way to find the best fifty near a point, best first. */
export type Ranker = {
  name: string
  rank(asked: Asked): Promise<Found[]>
  close(): Promise<unknown>
}

export type Timed = Spread & { rounds: Spread[] }

const compared = 60
const perRound = 100

/** A peer that answers something else is no peer: the bench ends. */
export function mustEqual(name: string, asked: Asked, theirs: number[], ours: number[]): void {
  const at = ours.findIndex((id, n) => theirs[n] !== id)
  if (at < 0 && theirs.length === ours.length) return
  const place = at < 0 ? ours.length : at
  throw new Error(
    `${name} answers otherwise than we do: place ${place + 1} is ${theirs[place] ?? 'empty'}, ours ${ours[place] ?? 'empty'} (${theirs.length} and ${ours.length} dishes) for ${JSON.stringify(asked)}`,
  )
}

const idOf = ({ id }: Found) => id

type Options = { workload: Workload; items: number; rounds: number }

/** Each in turn answers the same questions, round after round; before any counts, their answers are compared. */
export async function timeRankers(
  ours: Ranker,
  peers: Ranker[],
  { workload, items, rounds }: Options,
): Promise<Map<string, Timed>> {
  const next = askedIn(workload, items, 1)
  for (let n = 0; n < compared; n++) {
    const asked = next()
    const expected = await ours.rank(asked)
    for (const { name, rank } of peers)
      mustEqual(name, asked, (await rank(asked)).map(idOf), expected.map(idOf))
  }
  const all = [ours, ...peers]
  const found = new Map(all.map(({ name }) => [name, [] as Spread[]]))
  for (let round = 0; round < rounds; round++) {
    const nextOfRound = askedIn(workload, items, 2 + round)
    const asked = Array.from({ length: perRound }, nextOfRound)
    for (const { name, rank } of all)
      found.get(name)!.push(await measure(perRound, (n) => rank(asked[n]!)))
  }
  return new Map([...found].map(([name, spreads]) => [name, together(spreads)]))
}

/** Medians of the rounds. */
export function together(rounds: Spread[]): Timed {
  const median = (of: keyof Spread) => medianOf(rounds.map((round) => round[of]))
  return { p50: median('p50'), p99: median('p99'), perSecond: median('perSecond'), rounds }
}

/** Of a peer's plans the one that answers most. */
export function better(found: Map<string, Timed>, peer: string): [name: string, timed: Timed] {
  const plans = [...found].filter(([name]) => name.startsWith(`${peer},`))
  return plans.reduce((best, plan) => (plan[1].perSecond > best[1].perSecond ? plan : best))
}

/** How many times as often ours answers, round by round; the latencies beside one another. */
export function against(ours: Timed, [plan, theirs]: [string, Timed], wanted?: number) {
  const ratios = ours.rounds.map(
    ({ perSecond }, round) => perSecond / theirs.rounds[round]!.perSecond,
  )
  return { ratio: medianOf(ratios), ratios, wanted, plan, ours, theirs }
}
