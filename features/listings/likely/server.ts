import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import type { createListingService } from '../candidates/answer.server.ts'
import { maxVisitorStaleness } from '../candidates/changes.server.ts'
import { likelyRestaurants, nearestListedCity } from './contract.ts'
import { findLikelyRestaurants } from './likely.server.ts'
import { nearestCityWithDishes } from './nearest-city.server.ts'

type Listings = Pick<ReturnType<typeof createListingService>, 'changes' | 'inhabited'>

export const likelyHandlers = ({ listing, ranking }: Services, listings: Listings) => [
  implementCall(likelyRestaurants, ({ input: { category, distanceMiles, ...point } }) =>
    findLikelyRestaurants(listing, { category, point, distanceMiles }),
  ),
  implementCall(nearestListedCity, async ({ input: { category, distanceMiles, ...point } }) => {
    await listings.changes.catchUp(maxVisitorStaleness)
    const question = { category, point, distanceMiles }
    return {
      city: await nearestCityWithDishes({ ranking, listing }, question, listings.inhabited),
    }
  }),
]
