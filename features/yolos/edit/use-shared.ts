import type { Card } from '#features/items/contract.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'

/**
 * Returns what others have on this dish ('2 other members and 5 upvotes stay'), or null if nothing. If others have
 * anything on it, renaming or moving a favorite leaves the dish behind (rules: rename and move).
 */
export function useSharedDishText({ id, yoloCount, upvoteCount }: Card): string | null {
  // Votes that are set aside are counted too where they are told, because they also tie the dish to others. The card's
  // `upvoteCount` can't be used, because it leaves those votes out and includes an adjustment, which isn't votes.
  const { data: why } = useLoadOnChange('GET /items/:id/why', { id })
  const others = (why?.yoloCount ?? yoloCount) - 1
  const votes = why ? why.votes + (why.votesSetAside ?? 0) : upvoteCount
  const parts = [
    others > 0 && countWithNoun(others, 'other member'),
    votes > 0 && countWithNoun(votes, 'upvote'),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return `${parts.join(' and ')} ${pluralize(others + votes, 'stays', 'stay')}`
}
