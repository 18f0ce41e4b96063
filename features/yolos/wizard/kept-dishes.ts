import { keptObjects } from '#features/offline/kept-answers.ts'
import type { Card } from '#features/items/contract.ts'

/** Returns the dishes of a restaurant that this device keeps, those with the most votes first. */
export async function keptDishes(place: string): Promise<Card[]> {
  const all = (await keptObjects()).map(({ fields }) => fields)
  // Kept dishes contain only our id of their restaurant, not its place id.
  const known = all.find(({ placeId, id }) => placeId === place && typeof id === 'number')
  const restaurantId = known?.id ?? Number(place)
  const cards = all.filter(
    (fields) => fields.restaurantId === restaurantId && fields.itemName && fields.yolos,
  ) as unknown as Card[]
  return [...new Map(cards.map((card) => [card.id, card])).values()]
    .filter(({ gone, closed, expired }) => !gone && !closed && !expired)
    .toSorted((a, b) => b.upvoteCount - a.upvoteCount)
}
