import type { Found } from './clusters.server.ts'
import { medianCount } from './mixture.ts'

/**
 * Of a drip those who are likely honest newcomers stay out: a dish must not lose their votes. If they seem more
 * than chance would bring, the drip comes in the guests' manner and that says nothing: as many as would be usual
 * stay out then, so it gains little however its accounts behave (SumUp bounds votes so). Of two as likely who
 * isn't held, the same each time.
 */
export function likeliestHonest(
  members: { id: number; held: boolean }[],
  chances: readonly number[],
  { usual, most }: { usual: number; most: number },
): number[] {
  const seen = medianCount(chances, most + 1)
  const count = seen > most ? Math.round(usual) : seen
  return members
    .map(({ id, held }, n) => ({ id, held: Number(held), chance: chances[n]! }))
    .sort((a, b) => b.chance - a.chance || a.held - b.held)
    .slice(0, count)
    .map(({ id }) => id)
}

const weight = { rule: 2, desk: 1, none: 0 }

/** One restaurant is looked at over several spans: the worst counts, and of two as bad the larger. */
export const worstOfEach = (found: Found[]): Found[] =>
  [...Map.groupBy(found, ({ key }) => key).values()].map((same) =>
    same.reduce((a, b) =>
      (worse(b, a) || (a.isSlow ? later(b, a) : b.members.length - a.members.length)) > 0 ? b : a,
    ),
  )

const worse = (a: Found, b: Found) => weight[a.verdict] - weight[b.verdict]
/** Of two spans of a drip that are as sure the shorter, since who came before it began is none of it. */
const later = (a: Found, b: Found) => a.firstAct.getTime() - b.firstAct.getTime()
