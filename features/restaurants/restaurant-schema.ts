import type { Card } from '#features/items/contract.ts'
import { addressWithCity } from './address-with-city.ts'
import type { Restaurant } from './contract.ts'

/** Returns the restaurant as schema.org's Restaurant, with the first 20 of these dishes as the menu. */
export const restaurantSchema = (restaurant: Restaurant, items: Card[]) => ({
  '@type': 'Restaurant',
  name: restaurant.name,
  address: addressWithCity(restaurant),
  geo: {
    '@type': 'GeoCoordinates',
    latitude: restaurant.latitude,
    longitude: restaurant.longitude,
  },
  ...(restaurant.phone && { telephone: restaurant.phone }),
  ...(restaurant.website && { url: restaurant.website }),
  ...(restaurant.priceLevel && { priceRange: '$'.repeat(restaurant.priceLevel) }),
  hasMenu: {
    '@type': 'Menu',
    hasMenuItem: items
      .slice(0, 20)
      .map(({ itemName }) => ({ '@type': 'MenuItem', name: itemName })),
  },
})
