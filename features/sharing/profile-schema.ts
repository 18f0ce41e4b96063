import type { Card } from '#features/items/contract.ts'

type Member = { id: number; userName: string; bio: string; items: Card[] }

/** Returns schema.org's ProfilePage of a member who has at least one favorite. */
export const profileSchema = ({ id, userName, bio, items }: Member) => ({
  '@type': 'ProfilePage',
  mainEntity: {
    '@type': 'Person',
    name: userName,
    identifier: String(id),
    ...(bio && { description: bio }),
    knowsAbout: items.slice(0, 10).map((card) => `${card.itemName} at ${card.restaurantName}`),
  },
})
