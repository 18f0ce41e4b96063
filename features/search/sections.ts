import { cityNameWithoutRegion } from '#features/listings/question.ts'
import { requiredWords, spellingsOf, splitIntoWords } from '#features/places/words/asked-words.ts'
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
import { isOtherName, keyOf } from './food-names.ts'

export type Place = NonNullable<SearchResponse['place']>
const foods = 'Categories and tags'
type Section = { title: string; lines: Suggestion[]; dishes?: SearchResponse['dishes'] }

/**
 * Returns the ranked list that a query asks for if it names a kind of food and a city ('burger minneapolis'). The page
 * shows this list before single dishes.
 */
function listAskedFor(q: string, { place, categories, tags }: SearchResponse): Suggestion[] {
  if (!place) return []
  const [category] = categories
  if (category) return [categorySuggestion(place)(category)]
  const kind = withoutCity(q, place)
  const tag = kind && tags.find(({ name }) => keyOf(name) === keyOf(kind))
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

/** Returns whether a name has all words of the query, each written so or in another form of it. */
function hasAllWords(name: string, q: string): boolean {
  const words = new Set(splitIntoWords(name))
  return requiredWords(q).every((word) => spellingsOf(word).some((form) => words.has(form)))
}

/**
 * Returns what was found by kind. Kinds with a name that has all words of the query come first, because the others may
 * only be corrections of it. Then cities that only resemble it are left out: a burger isn't Burgersdorp, and who looks
 * for the member Hamza isn't asking for Hamamatsu.
 */
export function sectionsOf(q: string, answer: SearchResponse): Section[] {
  const lead = listAskedFor(q, answer)
  const isLeft = ({ key }: Suggestion) => lead.every((line) => line.key !== key)
  const first: Section = { title: 'The best, ranked', lines: lead }
  const cities = answer.cities.map(citySuggestion)
  const isNamedSo = ({ name }: Suggestion) => hasAllWords(name, q)
  const others: Section[] = [
    { title: 'Dishes', lines: answer.dishes.map(dishSuggestion), dishes: answer.dishes },
    { title: 'Restaurants', lines: answer.restaurants.map(restaurantSuggestion) },
    {
      title: foods,
      lines: [
        ...answer.categories.map(categorySuggestion(answer.place)),
        ...answer.tags.map(tagSuggestion(answer.place)),
      ].filter(isLeft),
    },
    { title: 'Cities', lines: cities },
    { title: 'Members', lines: answer.members.map(memberSuggestion) },
  ]
  const isExact = ({ title, lines }: Section) =>
    lines.some(isNamedSo) || (title === foods && lines.length > 0 && isOtherName(q))
  const hasOther = others.some((one) => one.title !== 'Cities' && isExact(one))
  const shown = others.map((one) =>
    one.title === 'Cities' && hasOther ? { ...one, lines: one.lines.filter(isNamedSo) } : one,
  )
  const [exact, rest] = [shown.filter(isExact), shown.filter((one) => !isExact(one))]
  return [first, ...exact, ...rest].filter(({ lines }) => lines.length > 0)
}
