import { cityNameWithoutRegion } from '#features/listings/question.ts'
import { foldText } from '#features/places/fold.ts'
import { shortNames } from '#features/places/gazetteer/short-names.data.ts'
import {
  type SearchResponse,
  categorySuggestion,
  cityPath,
  citySuggestion,
  dishSuggestion,
  hasAllWords,
  memberSuggestion,
  restaurantSuggestion,
  type Suggestion,
  tagSuggestion,
} from '#features/pages/search-box/suggestions.ts'
import { isOtherName, keyOf } from './food-names.ts'

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

/**
 * Returns what was found by kind. Kinds with a name that has all words of the query come first, because the others may
 * only be corrections of it. Then cities that only resemble it are left out: a burger isn't Burgersdorp, and who looks
 * for the member Hamza isn't asking for Hamamatsu.
 */
export function sectionsOf(q: string, answer: SearchResponse): Section[] {
  const lead = listAskedFor(q, answer)
  const isLeft = ({ key }: Suggestion) => lead.every((line) => line.key !== key)
  const first: Section = { title: 'The best, ranked', lines: lead }
  const short = shortNames[foldText(q)]
  const isNamedSo = ({ name, to }: Suggestion) => hasAllWords(name, q) || to === cityPath(short)
  const dishes: Section = {
    title: 'Dishes',
    lines: answer.dishes.map(dishSuggestion),
    dishes: answer.dishes,
  }
  const foods: Section = {
    title: 'Categories and tags',
    lines: [
      ...answer.categories.map(categorySuggestion(answer.place)),
      ...answer.tags.map(tagSuggestion(answer.place)),
    ].filter(isLeft),
  }
  const cities: Section = { title: 'Cities', lines: answer.cities.map(citySuggestion) }
  const restaurants = { title: 'Restaurants', lines: answer.restaurants.map(restaurantSuggestion) }
  const members = { title: 'Members', lines: answer.members.map(memberSuggestion) }

  const isFood =
    foods.lines.length > 0 &&
    (isOtherName(q) || foods.lines.some(({ name }) => keyOf(name) === keyOf(q)))
  // Of cities only the best counts: many a word is the name of some village, which then comes far down.
  const isExact = (one: Section) =>
    (one === cities ? one.lines.slice(0, 1) : one.lines).some(isNamedSo) ||
    (one === foods && isFood)
  // The dishes of a category that is named are asked for even if their names lack its words.
  const food = isFood && !isExact(dishes) ? [foods, dishes] : []
  const others = [dishes, restaurants, foods, cities, members].filter((one) => !food.includes(one))
  const [exact, rest] = [others.filter(isExact), others.filter((one) => !isExact(one))]
  const isNamed = food.length + exact.length > 0
  return [first, ...food, ...exact, ...rest]
    .map((one) =>
      isNamed && one === cities ? { ...one, lines: one.lines.filter(isNamedSo) } : one,
    )
    .filter(({ lines }) => lines.length > 0)
}
