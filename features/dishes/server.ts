import { cardsOf, markCards } from '#features/items/cards.server.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { similarTo } from '#features/items/similar/server.ts'
import { itemLedTo } from '#domain/merged.ts'
import { defaultDistance } from '#domain/distances.ts'
import { placeAtRestaurant, placeNearBy } from '#features/listings/place.server.ts'
import { cityNamed } from '#features/places/providers/embedded.server.ts'
import { rounded } from '#features/places/rounded.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import * as admins from './admin/contract.ts'
import { dishAdminHandlers } from './admin/server.ts'
import * as dishes from './contract.ts'
import { itemYolos, showItem } from './contract.ts'
import { yolosOf } from './yolos.server.ts'

export const calls = { ...dishes, ...admins }

export const handlers = (services: Services) => {
  return [
    ...dishAdminHandlers(services),
    on(showItem, async ({ input, viewer }) => {
      const source = services.listing
      const id = await itemLedTo(source, input.id)
      const [card] = await markCards(
        source,
        await cardsOf(source, [id], null, viewer?.id ?? null),
        viewer,
      )
      if (!card) throw itemNotFound()
      const { city_slug: citySlug } = await source
        .selectFrom('restaurants')
        .select('city_slug')
        .where('id', '=', card.restaurantId)
        .executeTakeFirstOrThrow()
      const city = await cityNamed(services.settings, citySlug)
      const [nearBy, here, similar] = await Promise.all([
        // The question of the city's own page: both say the same.
        city &&
          placeNearBy(services.ranking, id, {
            category: card.categoryId,
            point: rounded(city),
            distanceMiles: defaultDistance,
          }),
        placeAtRestaurant(source, id),
        similarTo(source, card.itemName, card.restaurantId, card.categoryId, viewer),
      ])
      return {
        ...card,
        rank: nearBy && { ...nearBy, within: card.cityName },
        restaurantRank: here && { ...here, within: card.restaurantName },
        citySlug,
        similar: similar.filter((one) => one.id !== id),
      }
    }),

    on(itemYolos, async ({ input, viewer }) => {
      const source = services.listing
      const [card] = await cardsOf(
        source,
        [await itemLedTo(source, input.id)],
        null,
        viewer?.id ?? null,
      )
      if (!card) throw itemNotFound()
      return yolosOf(source, card.id, viewer, input.cursor)
    }),
  ]
}
