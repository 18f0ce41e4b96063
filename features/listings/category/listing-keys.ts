import type { Input } from '#platform/contract/wire.ts'
import type { Question } from '../question.ts'

/** What a page's question is to the call. */
export const keysOf = (
  categories: number[],
  { point, distanceMiles, prices, openNow, tags, order }: Question,
): Input<'GET /yolos'> => ({
  category: categories.length === 1 ? categories[0]! : categories.join(','),
  ...point,
  distanceMiles,
  ...(prices.length > 0 && { price: prices.join(',') }),
  ...(openNow && { open: 'now' as const }),
  ...(tags.length > 0 && { tags: tags.join(',') }),
  ...(order === 'trending' && { sort: order }),
})
