import { loadCards } from '#features/items/cards.server.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { loadMarkedCards } from '#features/items/restaurant-items.server.ts'
import { findSimilarItems } from '#features/items/similar/server.ts'
import { resolveItemId } from '#domain/merged.ts'
import { defaultDistance } from '#domain/position/distances.ts'
import { itemRankAtRestaurant, itemRankNearBy } from '#features/listings/place.server.ts'
import { cityPlaceBySlug } from '#features/places/providers/embedded.server.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services } from '#platform/server/services.ts'
import * as admins from './admin/contract.ts'
import { dishAdminHandlers } from './admin/server.ts'
import * as dishes from './contract.ts'
import { itemYolos, showItem } from './contract.ts'
import { itemYolosPage } from './savers.server.ts'

export const calls = { ...dishes, ...admins }

export const handlers = (services: Services) => {
  const source = services.listing
  return [
    ...dishAdminHandlers(services),
    implementCall(showItem, async ({ input, viewer }) => {
      const id = await resolveItemId(source, input.id)
      const [card] = await loadMarkedCards(source, [id], viewer)
      if (!card) throw itemNotFound()
      const columns = ['city_slug', 'unconfirmed'] as const
      const restaurant = await rowById(source, 'restaurants', card.restaurantId, columns)
      const { city_slug: citySlug, unconfirmed } = restaurant!
      const city = await cityPlaceBySlug(services.settings, citySlug)
      const [nearBy, here, similar] = await Promise.all([
        // Uses the same query as the city's page, so that both show the same rank.
        city &&
          itemRankNearBy(services.ranking, id, {
            category: card.categoryId,
            point: roundPoint(city),
            distanceMiles: defaultDistance,
          }),
        itemRankAtRestaurant(source, id),
        findSimilarItems(source, card.itemName, card.restaurantId, card.categoryId, viewer),
      ])
      return {
        ...card,
        rank: nearBy && { ...nearBy, within: card.cityName },
        restaurantRank: here && { ...here, within: card.restaurantName },
        citySlug,
        unconfirmed,
        similar: similar.filter((item) => item.id !== id),
      }
    }),

    implementCall(itemYolos, async ({ input, viewer }) => {
      const id = await resolveItemId(source, input.id)
      const [card] = await loadCards(source, [id], null, viewer?.id ?? null)
      if (!card) throw itemNotFound()
      return itemYolosPage(source, card.id, viewer, input.cursor)
    }),
  ]
}
