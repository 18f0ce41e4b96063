import { cityNameWithoutRegion } from '#features/listings/question.ts'
import { foldText } from '#features/places/fold.ts'
import { isOneLetterOff } from '#features/places/words/misspelt.ts'
import { shortNames } from '#features/places/cities/short-names.data.ts'
import {
  type SearchResponse,
  askedName,
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
export type Section = { title: string; lines: Suggestion[]; dishes?: SearchResponse['dishes'] }

/**
 * Returns the ranked list that a query asks for if it names a kind of food and a city ('burger minneapolis'), or with
 * 'open now' the list with that filter. The page shows this list before single dishes.
 */
function listAskedFor(
  q: string,
  openNow: boolean,
  { place, categories, tags }: SearchResponse,
): Suggestion[] {
  if (!place && !openNow) return []
  const [category] = categories
  if (category) return [categorySuggestion(place, openNow)(category)]
  const kind = place ? withoutCity(q, place) : q
  const tag = kind && tags.find(({ name }) => keyOf(name) === keyOf(kind))
  return tag ? [tagSuggestion(place, openNow)(tag)] : []
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
 * only be corrections of it, then those whose best name is one letter away. With 'near me', only what is near counts for
 * this. If a name has all words, cities that only resemble it are left out: a burger isn't Burgersdorp, and who looks for
 * the member Hamza isn't asking for Hamamatsu.
 */
export function sectionsOf(asked: string, answer: SearchResponse): Section[] {
  const { name: q, what, nearMe, openNow, isNamed: isCalledSo } = askedName(asked, answer)
  const lead = listAskedFor(what, openNow, answer)
  const isLeft = ({ key }: Suggestion) => lead.every((line) => line.key !== key)
  const first: Section = { title: openNow ? 'Open now' : 'The best, ranked', lines: lead }
  const short = shortNames[foldText(q)]
  const isNamedSo = (line: Suggestion) => isCalledSo(line) || line.to === cityPath(short)
  const isWhat = (line: Suggestion) => hasAllWords(line.name, what) || isNamedSo(line)
  const dishes: Section = {
    title: 'Dishes',
    lines: answer.dishes.map(dishSuggestion),
    dishes: answer.dishes,
  }
  const foods: Section = {
    title: 'Categories and tags',
    lines: [
      ...answer.categories.map(categorySuggestion(answer.place, openNow)),
      ...answer.tags.map(tagSuggestion(answer.place, openNow)),
    ].filter(isLeft),
  }
  const cities: Section = { title: 'Cities', lines: answer.cities.map(citySuggestion) }
  const restaurants = { title: 'Restaurants', lines: answer.restaurants.map(restaurantSuggestion) }
  const members = { title: 'Members', lines: answer.members.map(memberSuggestion) }

  const foodNames = [...answer.categories, ...answer.tags].map(({ name }) => name)
  const isFood =
    foodNames.length > 0 && (isOtherName(q) || foodNames.some((name) => keyOf(name) === keyOf(q)))
  // Of cities only the best counts: many a word is the name of some village, which then comes far down. Beside the list
  // that is asked for, other lists near the same city don't count.
  const counted = (one: Section) => {
    if (one === foods && lead.length > 0) return []
    return one === cities ? one.lines.slice(0, 1) : one.lines
  }
  const isExact = (one: Section) => counted(one).some(isNamedSo) || (one === foods && isFood)
  const joined = (name: string) => foldText(name).replaceAll(' ', '')
  const isNearly = (one: Section) =>
    one.lines
      .slice(0, 1)
      .filter(({ isNear }) => isNear || !nearMe)
      .map(({ name }) => joined(one === cities ? cityNameWithoutRegion(name) : name))
      .some((name) => name.length > 3 && isOneLetterOff(name, joined(q)))
  const isNear = ({ lines }: Section) => lines.some((line) => line.isNear || !nearMe)
  // The dishes of a category that is named are asked for even if their names lack its words.
  const food = isFood && !isExact(dishes) ? [foods, dishes].filter(isNear) : []
  const places =
    isNear(restaurants) && !isNear(dishes) ? [restaurants, dishes] : [dishes, restaurants]
  const others = [...places, foods, cities, members].filter((one) => !food.includes(one))
  const [exact, guessed] = [others.filter(isExact), others.filter((one) => !isExact(one))]
  const [nearly, distant] = [guessed.filter(isNearly), guessed.filter((one) => !isNearly(one))]
  const isNamed =
    food.length + exact.length > 0 || [dishes, foods].some(({ lines }) => lines.some(isWhat))
  const found = [first, ...food, ...exact, ...nearly, ...distant]
    .map((one) => (isNamed && one === cities ? { ...one, lines: one.lines.filter(isWhat) } : one))
    .filter(({ lines }) => lines.length > 0)
  // The cities may be called so in another language, or only resemble the query.
  if (found.length === 1 && found[0] === cities)
    cities.title = `No dish, restaurant or member is called “${q}”. Cities of this or a similar name:`
  return found
}
