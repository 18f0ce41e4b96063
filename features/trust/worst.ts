import type { Found } from './clusters.server.ts'
import type { Newcomers, Span } from './newcomers.server.ts'

/**
 * Of a drip as many as would be usual stay out: a dish must not lose the votes of its honest newcomers, who can't
 * be told from it for certain. First the likely ones, then who isn't held, the same each time. So a drip gains what
 * chance would give, however its accounts behave (SumUp bounds votes so).
 */
export function likeliestHonest(
  { ids, likelyHonest, held }: Pick<Span, 'ids'> & Pick<Newcomers, 'likelyHonest' | 'held'>,
  count: number,
): number[] {
  const likely = ids.filter((_, n) => likelyHonest[n])
  const others = ids.filter((_, n) => !likelyHonest[n] && !held[n])
  return [...likely, ...others].slice(0, count)
}

const weight = { rule: 2, desk: 1, none: 0 }

/** One restaurant is looked at over several spans: the worst counts, and of two as bad the larger. */
export const worstOfEach = (found: Found[]): Found[] =>
  [...Map.groupBy(found, ({ key }) => key).values()].map((same) =>
    same[0]!.isSlow
      ? worstOfDrip(same)
      : same.reduce((a, b) => ((worse(b, a) || b.members.length - a.members.length) > 0 ? b : a)),
  )

const worse = (a: Found, b: Found) => weight[a.verdict] - weight[b.verdict]

/**
 * Of two spans of a drip that are as sure the shorter, since who came before it began is none of it. How many are
 * usual the longest says best.
 */
function worstOfDrip(same: Found[]): Found {
  const best = same.reduce((a, b) =>
    (worse(b, a) || b.firstAct.getTime() - a.firstAct.getTime()) > 0 ? b : a,
  )
  const { usualOnes } = same.reduce((a, b) => (b.firstAct < a.firstAct ? b : a))
  const out = new Set(usualOnes)
  return { ...best, usualOnes, members: best.members.filter((id) => !out.has(id)) }
}
