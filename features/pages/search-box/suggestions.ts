import { categoryById } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { awayText, type DistanceUnit } from '#platform/text/distance.ts'

export type SearchAnswer = Output<'GET /search'>

/** A line under the search box: its name, what it is, and where it leads. */
export type Suggestion = {
  key: string
  name: string
  about: string
  to: string
  /** How far away it is, if that is said. It is put into words where it is shown, because the unit is the reader's. */
  miles?: number
}

export const aboutText = (
  { about, miles }: Pick<Suggestion, 'about' | 'miles'>,
  unit: DistanceUnit,
) => (miles === undefined ? about : `${about} · ${awayText(miles, unit)}`)

/** Returns the best few of each kind, the most frequently wanted kinds first. */
export function suggestionsOf({
  place,
  dishes,
  restaurants,
  members,
  cities,
  categories,
  tags,
}: SearchAnswer): Suggestion[] {
  return [
    ...categories.slice(0, 1).map(categoryLine(place)),
    ...dishes.slice(0, 3).map(dishLine),
    ...restaurants.slice(0, 3).map(restaurantLine),
    ...tags.slice(0, 1).map(tagLine(place)),
    ...cities.slice(0, 2).map(cityLine),
    ...members.slice(0, 2).map(memberLine),
  ]
}

type FoundDish = SearchAnswer['dishes'][number]

/** In miles. Beyond the distance that people drive for a dish, the city says more than the miles. */
const far = 50
/** Returns a dish's restaurant, and how far away it is or in which city. */
export function dishAbout({ restaurantName, distanceMiles, cityName }: FoundDish) {
  return distanceMiles !== null && distanceMiles <= far
    ? { about: restaurantName, miles: distanceMiles }
    : { about: `${restaurantName} · ${cityName}` }
}

export const dishLine = (card: FoundDish) => ({
  key: `dish ${card.id}`,
  name: card.itemName,
  ...dishAbout(card),
  to: `/dish/${card.id}`,
})

export const restaurantLine = ({
  id,
  name,
  address,
  cityName,
  distanceMiles,
}: SearchAnswer['restaurants'][number]) => ({
  key: `restaurant ${id}`,
  name,
  about: address.includes(cityName) ? address : `${address} · ${cityName}`,
  ...(distanceMiles === null ? {} : { miles: distanceMiles }),
  to: `/restaurant/${id}`,
})

export const memberLine = ({ id, name }: SearchAnswer['members'][number]) => ({
  key: `member ${id}`,
  name,
  about: 'Member',
  to: `/user/${id}`,
})

export const cityLine = ({ id, name, address, slug }: SearchAnswer['cities'][number]) => ({
  key: `city ${id}`,
  name,
  about: address === name ? 'City' : address,
  to: `/burgers/${slug}`,
})

type Place = SearchAnswer['place']
const nearBy = (place: Place) => (place ? ` near ${place.name}` : '')
/** Returns the path of a category's list, near the place if the search named one. */
const listOf = (slug: string, place: Place) => (place ? `/${slug}/${place.slug}` : `/${slug}`)

export const categoryLine =
  (place: Place) =>
  ({ id, name, slug }: SearchAnswer['categories'][number]) => ({
    key: `category ${id}`,
    name: `${name}${nearBy(place)}`,
    about: 'Category',
    to: listOf(slug, place),
  })

export const tagLine =
  (place: Place) =>
  ({ id, name, categoryId }: SearchAnswer['tags'][number]) => {
    const category = categoryById(categoryId)
    return {
      key: `tag ${id}`,
      name: `${name}${nearBy(place)}`,
      about: `Tag of ${category?.name ?? ''}`,
      to: category ? `${listOf(category.slug, place)}?tags=${id}` : '/categories',
    }
  }
