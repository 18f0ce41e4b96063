import { measure, medianOf, row, type Spread } from '../measure.ts'
import { askedIn, type Asked, type Workload } from './asked.ts'

export type Found = { id: number; latitude: number; longitude: number }

/** A way to find the best fifty dishes near a point, best first. */
export type Ranker = {
  name: string
  rank(asked: Asked): Promise<Found[]>
  close(): Promise<unknown>
}

export type Timed = Spread & { rounds: Spread[] }

const compared = 60
const perRound = 100
/**
 * Seconds of unmeasured requests in all cities, with which each contender fills its memory, as a site does that runs
 * for days.
 */
export const warmUp: Record<Workload, number> = { listing_reads: 20, listing_fresh: 0 }

/** Throws if a peer's result differs from ours, because a comparison would then mean nothing. */
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

/** Times all rankers in turn with the same requests. First checks that they all return the same dishes. */
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
  const time = async ({ rank }: Ranker, seed: number) => {
    const asked = Array.from({ length: perRound }, askedIn(workload, items, seed))
    return measure(perRound, (n) => rank(asked[n]!))
  }
  async function warm({ rank }: Ranker) {
    const next = askedIn(workload, items, 1000)
    const end = performance.now() + warmUp[workload] * 1000
    while (performance.now() < end) await rank(next())
  }
  return inTurn([ours, ...peers], time, { rounds, warm })
}

/**
 * Runs each contender once, only to find the better plan of each peer. Then measures us and those plans in turn,
 * A-B-A-B. The other plans are in the result with their single round.
 */
export async function inTurn<T extends { name: string }>(
  contenders: T[],
  time: (one: T, seed: number) => Promise<Spread>,
  { rounds, warm }: { rounds: number; warm(one: T): Promise<unknown> },
): Promise<Map<string, Timed>> {
  const tried = new Map<string, Timed>()
  for (const one of contenders) tried.set(one.name, together([await time(one, 2)]))
  const [, ...peers] = new Set(contenders.map(({ name }) => name.split(',')[0]!))
  const best = peers.map((peer) => better(tried, peer)[0])
  const all = contenders.filter(({ name }, n) => n === 0 || best.includes(name))
  for (const one of all) await warm(one)
  const found = new Map(all.map(({ name }) => [name, [] as Spread[]]))
  for (let round = 0; round < rounds; round++)
    for (const one of all) found.get(one.name)!.push(await time(one, 3 + round))
  return new Map([...tried, ...[...found].map(([name, some]) => [name, together(some)] as const)])
}

/** Returns the medians of the rounds. */
export function together(rounds: Spread[]): Timed {
  const median = (of: keyof Spread) => medianOf(rounds.map((round) => round[of]))
  return { p50: median('p50'), p99: median('p99'), perSecond: median('perSecond'), rounds }
}

/** Returns the plan of a peer that handles the most requests per second. Ignores plans with only a single round. */
export function better(found: Map<string, Timed>, peer: string): [name: string, timed: Timed] {
  const plans = [...found].filter(([name]) => name.startsWith(`${peer},`))
  const most = Math.max(...plans.map(([, { rounds }]) => rounds.length))
  return plans
    .filter(([, { rounds }]) => rounds.length === most)
    .reduce((best, plan) => (plan[1].perSecond > best[1].perSecond ? plan : best))
}

/**
 * Returns how many times as many requests per second ours handles, by round and as the median, with the figures of
 * both.
 */
export function against(ours: Timed, [plan, theirs]: [string, Timed], wanted?: number) {
  const ratios = ours.rounds.map(
    ({ perSecond }, round) => perSecond / theirs.rounds[round]!.perSecond,
  )
  return { ratio: medianOf(ratios), ratios, wanted, plan, ours, theirs }
}

/** Prints the measurements as a table. */
export function printed(title: string, found: Map<string, Timed>, rounds: number): void {
  console.log(`\n${title.padEnd(46)}      p50      p99       /s`)
  for (const [name, timed] of found)
    console.log(row(timed.rounds.length < rounds ? `${name} (worse, tried once)` : name, timed))
}
