import type { Listing } from './listing-loader.ts'

/** schema.org's ItemList of what the page shows first. */
export function listSchema({ nearBy, top, spot }: Listing, category: string) {
  const cards = nearBy.length > 0 ? nearBy : top
  if (cards.length === 0) return undefined
  return {
    '@type': 'ItemList',
    name: `The best ${category.toLowerCase()}${spot ? ` in ${spot.name}` : ''}`,
    itemListOrder: 'https://schema.org/ItemListOrderDescending',
    itemListElement: cards.slice(0, 10).map((card, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'MenuItem',
        name: card.itemName,
        offers: {
          '@type': 'Offer',
          offeredBy: { '@type': 'Restaurant', name: card.restaurantName, address: card.cityName },
        },
      },
    })),
  }
}
