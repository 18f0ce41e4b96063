import type { Output } from '#platform/contract/wire.ts'

type Dish = Output<'GET /items/:id'>

/** Returns schema.org's MenuItem for a dish and its restaurant. Its URLs are relative to the site's origin. */
export const dishSchema = (dish: Dish) => ({
  '@type': 'MenuItem',
  name: dish.name,
  url: `/dish/${dish.id}`,
  ...(dish.photo && { image: `/api/yolo-image/${dish.photo.image}` }),
  ...describedBy(dish),
  offers: {
    '@type': 'Offer',
    availability: 'https://schema.org/InStock',
    offeredBy: {
      '@type': 'Restaurant',
      name: dish.restaurantName,
      url: `/restaurant/${dish.restaurantId}`,
    },
  },
})

function describedBy({ yolos }: Dish) {
  const withReason = yolos.find(({ description }) => description !== '')
  return withReason ? { description: withReason.description } : {}
}
