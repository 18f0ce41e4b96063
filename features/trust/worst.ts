import type { FoundCluster } from './clusters.server.ts'
import { poissonBinomialMedian } from './crowds/mixture.ts'
import { leastOf } from './parts.ts'

/**
 * Returns the members of a drip who are likely honest newcomers, because a dish must not lose their votes. If more seem
 * honest than chance would bring, the drip's accounts came like guests, so how they came says nothing. It then returns
 * only as many as would be usual, so that a drip gains little however its accounts behave (SumUp bounds votes in the
 * same way). Of two equally likely members it prefers one who isn't held, so that the result is the same each time.
 */
export async function likelyHonestMembers(
  members: { id: number; held: boolean }[],
  chances: readonly number[],
  { usual, most }: { usual: number; most: number },
): Promise<number[]> {
  const seen = await poissonBinomialMedian(chances, most + 1)
  const count = seen > most ? Math.round(usual) : seen
  return members
    .map(({ id, held }, n) => ({ id, held: Number(held), chance: chances[n]! }))
    .sort((a, b) => b.chance - a.chance || a.held - b.held)
    .slice(0, count)
    .map(({ id }) => id)
}

const weight = { rule: 2, desk: 1, none: 0 }

/**
 * Returns the worst finding of each cluster, because a restaurant is looked at over several spans. Of two equally bad
 * findings of a drip the shorter one counts. A restaurant can have several bursts: equally bad ones are one cluster, and
 * those that wait for an admin are a cluster of their own beside those that the rule holds.
 */
export const worstFindingPerCluster = (found: FoundCluster[]): FoundCluster[] =>
  [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) => {
    if (same[0]!.isSlow) return same.reduce((a, b) => ((worse(b, a) || later(b, a)) > 0 ? b : a))
    const by = Map.groupBy(same, ({ verdict }) => verdict)
    const [rule, desk, none] = [by.get('rule'), by.get('desk'), by.get('none')]
    if (!rule) return united(desk ?? none!)
    const held = united(rule)
    const known = new Set([...held.members, ...held.beside])
    const apart = (desk ?? [])
      .map((one) => ({ ...one, members: one.members.filter((id) => !known.has(id)) }))
      .filter((one) => one.members.length >= leastOf(one))
    return apart.length === 0 ? held : [held, { ...united(apart), key: `${held.key} waiting` }]
  })

/** Joins findings of one cluster. What is said of it is said of the largest one. */
function united(some: FoundCluster[]): FoundCluster {
  const largest = some.reduce((a, b) => (b.members.length > a.members.length ? b : a))
  const members = new Set(some.flatMap((one) => one.members))
  const beside = new Set(some.flatMap((one) => one.beside.filter((id) => !members.has(id))))
  return { ...largest, members: [...members], beside: [...beside] }
}

const worse = (a: FoundCluster, b: FoundCluster) => weight[a.verdict] - weight[b.verdict]
/**
 * Prefers the shorter of two equally bad spans of a drip, because members who came before the drip began aren't part of
 * it.
 */
const later = (a: FoundCluster, b: FoundCluster) => a.firstAct.getTime() - b.firstAct.getTime()
