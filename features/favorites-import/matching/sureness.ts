import { foldText } from '#features/places/fold.ts'
import { averageMatch, matchText } from '#features/places/words/closeness.ts'

/** A place that somebody saved elsewhere: its folded name and the parts of its address. */
export type SoughtPlace = { key: string; address: AddressParts }

/**
 * A restaurant that a place may be. `miles` is null if the place has no point. `alone`: nobody but the member who added
 * it speaks for it, who isn't the one who asks.
 */
export type Nearby = {
  id: number
  name: string
  nameEn: string | null
  address: string
  miles: number | null
  alone: boolean
}

export type Sureness = 'sure' | 'likely' | 'several' | 'none'

/**
 * Distances in miles. `atDoor`: at the same door. `close`: in the same building, or off by a pin's usual error.
 * `farthest`: the most by which a pin is assumed to be off.
 */
const atDoor = 0.06
const close = 0.12
export const farthest = 0.5

/** How well two names must match, from 0 to 1, to be nearly the same. */
const nearlySame = 0.75

/** Words that say what kind of place it is, not which one. They are ignored if the name has other words. */
const kinds = new Set(
  `the and a la le les el los il lo di da de du restaurant restaurante ristorante restaurang cafe coffee bar grill
   kitchen house room trattoria osteria pizzeria taqueria bistro brasserie co inc llc ltd`.split(
    /\s+/,
  ),
)

/** Maximum number of words of a name that are compared. Without it, long names would hold the thread. */
const mostWords = 12

/** Returns the words of a folded name that tell which place it is, at most the first `mostWords`. */
export function tellingWords(key: string): string[] {
  const words = key.split(' ').filter(Boolean)
  const telling = words.filter((word) => !kinds.has(word))
  return (telling.length > 0 ? telling : words).slice(0, mostWords)
}

const joined = (key: string) => key.replaceAll(' ', '')

type AddressParts = { number: string | undefined; streets: string[] }

/** Returns the house number and the longer words of an address. */
function addressParts(address: string): AddressParts {
  const words = foldText(address).split(' ')
  return {
    number: words.find((word) => /^\d+[a-z]?$/.test(word)),
    streets: words.filter((word) => word.length > 2 && !/\d/.test(word)),
  }
}

/** Folds what is compared with each restaurant, once. */
export const readSoughtPlace = (name: string, address: string): SoughtPlace => ({
  key: foldText(name),
  address: addressParts(address),
})

function isSameAddress(a: AddressParts, other: string): boolean {
  const b = addressParts(other)
  return (
    a.number !== undefined &&
    a.number === b.number &&
    a.streets.some((word) => b.streets.includes(word))
  )
}

type Likeness = 'same' | 'similar' | 'other'

/**
 * Returns how alike a place's name and a restaurant's name are. At the same door, names also count as similar if one
 * contains the words of the other.
 */
function likenessOf(placeKey: string, name: string, miles: number | null): Likeness {
  const key = foldText(name)
  if (key === '') return 'other'
  if (joined(key) === joined(placeKey)) return 'same'
  const [one, other] = [tellingWords(placeKey), tellingWords(key)]
  const there = averageMatch(matchText(one, other.join(' ')))
  const back = averageMatch(matchText(other, one.join(' ')))
  if (Math.min(there, back) >= nearlySame) return 'similar'
  const contains = Math.max(there, back) > 0.95 && miles !== null && miles <= atDoor
  return contains ? 'similar' : 'other'
}

const order: Likeness[] = ['same', 'similar', 'other']

type Rated = { one: Nearby; alone: boolean; points: number; likeness: Likeness }

/**
 * Rates a restaurant. The points are 3 for one that surely is the place, 2 if it likely is, 1 if it may be, and 0
 * otherwise.
 */
function rate(place: SoughtPlace, one: Nearby): Rated {
  const { name, nameEn, address, miles, alone } = one
  const [likeness = 'other'] = [name, nameEn]
    .flatMap((text) => (text === null ? [] : [likenessOf(place.key, text, miles)]))
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const isThere = isSameAddress(place.address, address)
  return { one, alone, likeness, points: pointsOf(likeness, miles, isThere) }
}

function pointsOf(likeness: Likeness, miles: number | null, isSameAddress: boolean): number {
  if (likeness === 'other') return 0
  if (isSameAddress) return 3
  if (miles !== null && miles <= close) return likeness === 'same' ? 3 : 2
  return likeness === 'same' ? 2 : 1
}

const likeliest = (a: Rated, b: Rated) =>
  b.points - a.points ||
  Number(a.alone) - Number(b.alone) ||
  order.indexOf(a.likeness) - order.indexOf(b.likeness) ||
  (a.one.miles ?? 0) - (b.one.miles ?? 0)

/**
 * Returns how sure it is which of the restaurants nearby a saved place is, and those that it may be, the likeliest first.
 * The sureness is `several` if another is as likely as the first, or if even the first isn't likely. Anyone can add
 * restaurants beside a real one. So what is `alone` is never sure nor before all others, one of them is among these, more
 * come behind, and it makes another less sure only if it is closer.
 */
export function judge(
  place: SoughtPlace,
  nearby: readonly Nearby[],
): { sure: Sureness; candidates: Nearby[] } {
  const rated = nearby
    .map((one) => rate(place, one))
    .filter(({ points }) => points > 0)
    .toSorted(likeliest)
  const first = rated.find(({ alone }) => !alone) ?? rated[0]
  if (!first) return { sure: 'none', candidates: [] }
  const others = rated.filter((one) => one !== first)
  const more = others.filter(({ alone }) => alone).slice(1)
  const candidates = [first, ...others.filter((one) => !more.includes(one)), ...more]
  const isRivaled = others.some((other) =>
    other.alone && !first.alone ? isCloser(other, first) : other.points === first.points,
  )
  return {
    sure: first.points === 1 || isRivaled ? 'several' : surenessOf(first),
    candidates: candidates.map(({ one }) => one),
  }
}

/**
 * Returns whether one is likelier than another, or as likely, of the place's very name and nearer, as a second branch is.
 * Nobody can add one of the same name within 75 meters of another, so none can be put nearer than a real one at the point.
 */
const isCloser = (one: Rated, other: Rated) =>
  one.points > other.points ||
  (one.points === other.points &&
    foldText(one.one.name) === foldText(other.one.name) &&
    (one.one.miles ?? 0) < (other.one.miles ?? 0))

const surenessOf = ({ alone, points }: Rated) => (points === 3 && !alone ? 'sure' : 'likely')
