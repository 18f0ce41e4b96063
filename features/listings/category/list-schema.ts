import type { ListedCard } from '#features/items/contract.ts'

/** schema.org's ItemList of the best of `kinds`, 'burgers around Minneapolis, MN'. */
export const listSchema = (cards: ListedCard[], kinds: string) => ({
  '@type': 'ItemList',
  name: `The best ${kinds}`,
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
})
