import { cityNameWithoutRegion } from '#features/listings/question.ts'
import {
  type SearchResponse,
  categorySuggestion,
  citySuggestion,
  dishSuggestion,
  memberSuggestion,
  restaurantSuggestion,
  type Suggestion,
  tagSuggestion,
} from '#features/pages/search-box/suggestions.ts'

export type Place = NonNullable<SearchResponse['place']>
type Section = { title: string; lines: Suggestion[]; dishes?: SearchResponse['dishes'] }

/**
 * Returns the ranked list that a query asks for if it names a kind of food and a city ('burger minneapolis'). The page
 * shows this list before single dishes.
 */
function listAskedFor(q: string, { place, categories, tags }: SearchResponse): Suggestion[] {
  if (!place) return []
  const [category] = categories
  if (category) return [categorySuggestion(place)(category)]
  const kind = withoutCity(q, place)?.toLowerCase()
  const tag = tags.find(({ name }) => name.toLowerCase() === kind)
  return tag ? [tagSuggestion(place)(tag)] : []
}

/**
 * Returns what was typed before the city's name, or after it if the query begins with the city. Returns null if nothing
 * else was typed or the query has another name of the city. The page works this out, because the answer doesn't repeat
 * the query (rules: search).
 */
export function withoutCity(q: string, { name }: Place): string | null {
  const city = cityNameWithoutRegion(name)
  const at = q.toLowerCase().indexOf(city.toLowerCase())
  if (at < 0) return null
  const rest = at > 0 ? q.slice(0, at) : q.slice(city.length)
  return rest.replace(/(?:^|\s)(?:in|near|at|around)\s*$/i, '').trim() || null
}

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns whether a name has all words of the query, written so. */
function hasAllWords(name: string, q: string): boolean {
  const words = new Set(wordsOf(name))
  return wordsOf(q).every((word) => words.has(word))
}

/**
 * Returns what was found by kind. Kinds with a name that has all words of the query come first, because the others may
 * only be corrections of it. Then cities that only resemble it are left out: a burger isn't Burgersdorp.
 */
export function sectionsOf(q: string, answer: SearchResponse): Section[] {
  const lead = listAskedFor(q, answer)
  const isLeft = ({ key }: Suggestion) => lead.every((line) => line.key !== key)
  const first = { title: 'The best, ranked', lines: lead }
  const cities = { title: 'Cities', lines: answer.cities.map(citySuggestion) }
  const others: Section[] = [
    { title: 'Dishes', lines: answer.dishes.map(dishSuggestion), dishes: answer.dishes },
    { title: 'Restaurants', lines: answer.restaurants.map(restaurantSuggestion) },
    {
      title: 'Categories and tags',
      lines: [
        ...answer.categories.map(categorySuggestion(answer.place)),
        ...answer.tags.map(tagSuggestion(answer.place)),
      ].filter(isLeft),
    },
    cities,
    { title: 'Members', lines: answer.members.map(memberSuggestion) },
  ]
  const isExact = ({ lines }: Section) => lines.some(({ name }) => hasAllWords(name, q))
  const exact = others.filter(isExact)
  const rest = others.filter((one) => !isExact(one) && !(one === cities && exact.length > 0))
  return [first, ...exact, ...rest].filter(({ lines }) => lines.length > 0)
}
