import { categoryById } from '#domain/vocabulary/categories.ts'
import { requiredWords, spellingsOf, splitIntoWords } from '#features/places/words/asked-words.ts'
import { readQuery } from '#features/places/words/near-and-open.ts'
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
  /** True for a dish or restaurant that isn't far away, and for a list of them. */
  isNear?: boolean
}

export const suggestionDetail = (
  { about, miles }: Pick<Suggestion, 'about' | 'miles'>,
  unit: DistanceUnit,
) => (miles === undefined ? about : `${about} · ${formatDistanceAway(miles, unit)}`)

/** Returns whether a name has all words of the query, each written so or in another form of it. */
export function hasAllWords(name: string, q: string): boolean {
  const words = new Set(splitIntoWords(name))
  return requiredWords(q).every((word) => spellingsOf(word).some((form) => words.has(form)))
}

/**
 * Returns how a query is read beside what was found: `name` is all of it that can be a name if a member or something
 * near is called so, or else what of it is only about food. `isNamed` tells whether a line has that name, and with 'near
 * me' is near.
 */
export function askedName(asked: string, { dishes, restaurants, members }: SearchResponse) {
  const { q, what, nearMe, openNow } = readQuery(asked)
  const places = [...dishes.map(dishSuggestion), ...restaurants.map(restaurantSuggestion)]
  const called = [...places.filter(({ isNear }) => isNear), ...members]
  const name = called.some((one) => hasAllWords(one.name, q)) ? q : what
  const isNamed = (line: Suggestion) => (line.isNear || !nearMe) && hasAllWords(line.name, name)
  return { name, what, nearMe, openNow, isNamed }
}

/**
 * Returns the best few of each kind, the most frequently wanted kinds first. Kinds whose best name has all words of the
 * query come before the others, as on the search page.
 */
export function suggestionsOf(q: string, answer: SearchResponse): Suggestion[] {
  const { place, dishes, restaurants, members, cities, categories, tags } = answer
  const { openNow, isNamed } = askedName(q, answer)
  const kinds: Suggestion[][] = [
    categories.slice(0, 1).map(categorySuggestion(place, openNow)),
    dishes.slice(0, 3).map(dishSuggestion),
    restaurants.slice(0, 3).map(restaurantSuggestion),
    tags.slice(0, 1).map(tagSuggestion(place, openNow)),
    cities.slice(0, 2).map(citySuggestion),
    members.slice(0, 2).map(memberSuggestion),
  ]
  const isNamedSo = ([best]: Suggestion[]) => best !== undefined && isNamed(best)
  return [...kinds.filter(isNamedSo), ...kinds.filter((lines) => !isNamedSo(lines))].flat()
}

type FoundDish = SearchResponse['dishes'][number]

/** In miles. Beyond the distance that people drive for a dish, the city says more than the miles. */
const far = 50
const isNear = (miles: number | null) => miles === null || miles <= far

/** Returns a dish's restaurant, and how far away it is or in which city. */
export function dishSuggestionDetail({ restaurantName, distanceMiles, cityName }: FoundDish) {
  return distanceMiles !== null && distanceMiles <= far
    ? { about: restaurantName, miles: distanceMiles }
    : { about: `${restaurantName} · ${cityName}` }
}

export const dishSuggestion = (card: FoundDish) => ({
  key: `dish ${card.id}`,
  name: card.itemName,
  ...dishSuggestionDetail(card),
  isNear: isNear(card.distanceMiles),
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
  isNear: isNear(distanceMiles),
  to: `/restaurant/${id}`,
})

export const memberSuggestion = ({ id, name }: SearchResponse['members'][number]) => ({
  key: `member ${id}`,
  name,
  about: 'Member',
  to: `/user/${id}`,
})

export const cityPath = (slug: string | undefined) => `/burgers/${slug}`

export const citySuggestion = ({ id, name, address, slug }: SearchResponse['cities'][number]) => ({
  key: `city ${id}`,
  name,
  about: address === name ? 'City' : address,
  to: cityPath(slug),
})

type Place = SearchResponse['place']
/** Returns what a list's name says of its place and its filter. */
const narrowedTo = (place: Place, openNow: boolean) =>
  `${openNow ? ' open now' : ''}${place ? ` near ${place.name}` : ''}`
/** Returns the path of a category's list, near the place if the search named one. */
const listOf = (slug: string, place: Place, filters: (string | false)[]) => {
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
    isNear: true,
    to: listOf(slug, place, [openNow && 'open=now']),
  })

export const tagSuggestion =
  (place: Place, openNow: boolean) =>
  ({ id, name, categoryId }: SearchResponse['tags'][number]) => {
    const category = categoryById(categoryId)
    return {
      key: `tag ${id}`,
      name: `${name}${narrowedTo(place, openNow)}`,
      about: `Tag of ${category?.name ?? ''}`,
      isNear: true,
      to: category
        ? listOf(category.slug, place, [openNow && 'open=now', `tags=${id}`])
        : '/categories',
    }
  }
