import type { FoundCluster } from './clusters.server.ts'
import { poissonBinomialMedian } from './crowds/mixture.ts'

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
 * findings the larger one counts, or the shorter one if it is a drip.
 */
export const worstFindingPerCluster = (found: FoundCluster[]): FoundCluster[] =>
  [...Map.groupBy(found, ({ key }) => key).values()].map((same) =>
    same.reduce((a, b) =>
      (worse(b, a) || (a.isSlow ? later(b, a) : b.members.length - a.members.length)) > 0 ? b : a,
    ),
  )

const worse = (a: FoundCluster, b: FoundCluster) => weight[a.verdict] - weight[b.verdict]
/**
 * Prefers the shorter of two equally bad spans of a drip, because members who came before the drip began aren't part of
 * it.
 */
const later = (a: FoundCluster, b: FoundCluster) => a.firstAct.getTime() - b.firstAct.getTime()
