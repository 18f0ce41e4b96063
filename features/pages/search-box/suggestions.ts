import { categoryById } from '#domain/vocabulary/categories.ts'
import { readQuery } from './query.ts'
import type { Output } from '#platform/contract/wire.ts'
import { formatDistanceAway, type DistanceUnit } from '#platform/text/distance.ts'

export type SearchResponse = Output<'GET /search'>

/** A line under the search box: its name, what it is, and where it leads. */
export type Suggestion = {
  key: string
  name: string
  about: string
  to: string
  /**
   * The distance, if the suggestion shows one. It becomes text only where it is shown, because the unit is the
   * reader's.
   */
  miles?: number
}

export const suggestionDetail = (
  { about, miles }: Pick<Suggestion, 'about' | 'miles'>,
  unit: DistanceUnit,
) => (miles === undefined ? about : `${about} · ${formatDistanceAway(miles, unit)}`)

/** Returns the best few of each kind. */
export function suggestionsOf(q: string, answer: SearchResponse): Suggestion[] {
  const { place, dishes, restaurants, members, cities, categories, tags } = answer
  const { openNow } = readQuery(q)
  return [
    ...categories.slice(0, 1).map(categorySuggestion(place, openNow)),
    ...dishes.slice(0, 3).map(dishSuggestion),
    ...restaurants.slice(0, 3).map(restaurantSuggestion),
    ...tags.slice(0, 1).map(tagSuggestion(place, openNow)),
    ...cities.slice(0, 2).map(citySuggestion),
    ...members.slice(0, 2).map(memberSuggestion),
  ]
}

type FoundDish = SearchResponse['dishes'][number]

/** In miles. Beyond the distance that people drive for a dish, the city says more than the miles. */
const far = 50

/** Returns a dish's restaurant, and how far away it is or in which city. */
export const dishSuggestionDetail = ({ restaurantName, distanceMiles, cityName }: FoundDish) =>
  distanceMiles !== null && distanceMiles <= far
    ? { about: restaurantName, miles: distanceMiles }
    : { about: `${restaurantName} · ${cityName}` }

export const dishSuggestion = (card: FoundDish) => ({
  key: `dish ${card.id}`,
  name: card.itemName,
  ...dishSuggestionDetail(card),
  to: `/dish/${card.id}`,
})

export const restaurantSuggestion = ({
  id,
  name,
  address,
  cityName,
  distanceMiles,
}: SearchResponse['restaurants'][number]) => ({
  key: `restaurant ${id}`,
  name,
  about: address.includes(cityName) ? address : `${address} · ${cityName}`,
  ...(distanceMiles === null ? {} : { miles: distanceMiles }),
  to: `/restaurant/${id}`,
})

export const memberSuggestion = ({ id, name }: SearchResponse['members'][number]) => ({
  key: `member ${id}`,
  name,
  about: 'Member',
  to: `/user/${id}`,
})

export const citySuggestion = ({ id, name, address, slug }: SearchResponse['cities'][number]) => ({
  key: `city ${id}`,
  name,
  about: address === name ? 'City' : address,
  to: `/burgers/${slug}`,
})

type Place = SearchResponse['place']
/** Returns what a list's name says of its place and its filter. */
const narrowedTo = (place: Place, openNow: boolean) =>
  `${openNow ? ' open now' : ''}${place ? ` near ${place.name}` : ''}`
/** Returns the path of a category's list, near the place if the search named one. */
const listPath = (slug: string, place: Place, filters: (string | false)[]) => {
  const path = place ? `/${slug}/${place.slug}` : `/${slug}`
  const query = filters.filter(Boolean).join('&')
  return query ? `${path}?${query}` : path
}

/** Returns the line of a category. With `openNow` it leads to the list with that filter. */
export const categorySuggestion =
  (place: Place, openNow: boolean) =>
  ({ id, name, slug }: SearchResponse['categories'][number]) => ({
    key: `category ${id}`,
    name: `${name}${narrowedTo(place, openNow)}`,
    about: 'Category',
    to: listPath(slug, place, [openNow && 'open=now']),
  })

export const tagSuggestion =
  (place: Place, openNow: boolean) =>
  ({ id, name, categoryId }: SearchResponse['tags'][number]) => {
    const category = categoryById(categoryId)
    return {
      key: `tag ${id}`,
      name: `${name}${narrowedTo(place, openNow)}`,
      about: `Tag of ${category?.name ?? ''}`,
      to: category
        ? listPath(category.slug, place, [openNow && 'open=now', `tags=${id}`])
        : '/categories',
    }
  }
