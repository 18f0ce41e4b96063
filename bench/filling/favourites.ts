import { tagsOf } from '../../domain/vocabulary/tags.data.ts'
import { byTime, shuffled, zipf, type Random } from '../centres.ts'
import type { Rows } from './copy.ts'
import { popular, type Counted, type Dishes } from './dishes.ts'
import { countsFor, firstMember, year, type Members } from './members.ts'
import { locationColumns } from '../../features/places/gazetteer/gazetteer.server.ts'

/** Average number of favorites per dish. */
const perDish = 1.5
/** Exponent of Zipf's law for favorites per dish, so that few dishes are chosen by very many members. */
const favoured = 0.75

export type Favourites = {
  count: number
  dish: Uint32Array
  member: Uint32Array
  slot: Uint8Array
  counted: Uint8Array
  created: Float64Array
  order: Uint32Array
}

/**
 * Makes the favorites. In each city every dish gets one and the popular dishes get the rest, as long as its members
 * have free slots.
 */
export function makeFavourites(
  dishes: Dishes,
  members: Members,
  now: number,
  random: Random,
): Favourites {
  const most = Math.ceil(dishes.count * perDish)
  const dish = new Uint32Array(most)
  const member = new Uint32Array(most)
  const slot = new Uint8Array(most)
  let count = 0
  for (const [city, local] of dishes.of.entries()) {
    const people = members.of[city]!
    if (people.length === 0) continue
    for (const category of popular) {
      const ours = shuffled(
        local.filter((one) => dishes.category[one] === category),
        random,
      )
      const more = Math.floor(ours.length * (perDish - 1))
      const turns = shuffled(people.slice(), random)
      const taken = new Set<number>()
      let turn = 0
      for (let n = 0; n < ours.length + more; n++) {
        const one = n < ours.length ? ours[n]! : ours[zipf(ours.length, random, favoured)]!
        const who = () => turns[turn % turns.length]!
        while (taken.has(who() * dishes.count + one)) turn++
        if (turn >= 3 * turns.length || count === most) break
        taken.add(who() * dishes.count + one)
        dish[count] = one
        member[count] = who()
        slot[count++] = 1 + Math.floor(turn++ / turns.length)
      }
    }
  }
  const created = new Float64Array(count).map((_, n) => {
    const joined = members.created[member[n]!]!
    return Math.floor(joined + random() * (now - joined))
  })
  const counted = created.map((_, n) => (countsFor(members, member[n]!, now) ? 1 : 0))
  return {
    count,
    dish,
    member,
    slot,
    counted: Uint8Array.from(counted),
    created,
    order: byTime(created),
  }
}

const day = 24 * 60 * 60 * 1000
/** Returns the beginning of the week as trending.server.ts defines it. */
export const thisWeek = (now: number) => Math.floor(now / day) * day - 6 * day

/** Counts the favorites of each dish and determines the order of the dishes' IDs. Votes and tags are added later. */
export function countFavourites(
  dishes: Dishes,
  favourites: Favourites,
  now: number,
  random: Random,
): Counted {
  const created = new Float64Array(dishes.count)
  const newest = new Float64Array(dishes.count)
  const newestCounted = new Float64Array(dishes.count)
  const yolos = new Uint32Array(dishes.count)
  const countedYolos = new Uint32Array(dishes.count)
  const trending = new Uint32Array(dishes.count)
  for (let n = 0; n < favourites.count; n++) {
    const one = favourites.dish[n]!
    const at = favourites.created[n]!
    const weight = favourites.counted[n]!
    yolos[one]!++
    countedYolos[one]! += weight
    if (at >= thisWeek(now)) trending[one]! += weight
    if (weight > 0 && at > newestCounted[one]!) newestCounted[one] = at
    if (at > newest[one]!) newest[one] = at
    if (created[one] === 0 || at < created[one]!) created[one] = at
  }
  for (let n = 0; n < dishes.count; n++)
    if (created[n] === 0) created[n] = now - Math.floor(random() * year)
  return {
    order: byTime(created),
    votes: new Uint32Array(dishes.count),
    trending,
    yolos,
    countedYolos,
    newest,
    newestCounted,
    created,
    tags: [],
  }
}

const words = [
  'The best of its kind for miles, crisp and warm.',
  'Worth the wait every single time.',
  'They make it from scratch and you can taste it.',
  'I bring everyone who visits here for this, and nobody has ever complained about the drive.',
  'Ask for the sauce on the side.',
  'Simple, hot, and never too salty.',
]

export const yoloColumns = [
  'id',
  'user_id',
  'item_id',
  'category_id',
  'slot',
  'description',
  'cell5',
  'counted',
  'created_at',
]

export function* yoloRows(
  favourites: Favourites,
  dishes: Dishes,
  located: ReturnType<typeof locationColumns>[],
  { idOf, random }: { idOf: Uint32Array; random: Random },
): Rows {
  for (const [place, n] of favourites.order.entries()) {
    const one = favourites.dish[n]!
    yield [
      place + 1,
      firstMember + favourites.member[n]!,
      idOf[one],
      dishes.category[one],
      favourites.slot[n],
      random() < 0.6 ? words[zipf(words.length, random)] : '',
      located[dishes.restaurant[one]!]!.cell5,
      favourites.counted[n] === 1,
      new Date(favourites.created[n]!),
    ]
  }
}

/**
 * Yields up to four tags per favorite, drawn by Zipf's law from its category, and adds to `counted` those that the dish
 * then has.
 */
export function* tagRows(
  favourites: Favourites,
  dishes: Dishes,
  members: Members,
  { counted, random }: { counted: Counted; random: Random },
): Rows {
  const offered = new Map(popular.map((category) => [category, tagsOf(category)]))
  const given = givenTags(favourites, dishes, members)
  for (const [place, n] of favourites.order.entries()) {
    const tags = offered.get(dishes.category[favourites.dish[n]!]!)!
    const mine = new Set<number>()
    if (tags.length > 0)
      for (let left = Math.floor(random() * 5); left > 0; left--)
        mine.add(tags[zipf(tags.length, random)]!.id)
    given.add(n, mine)
    for (const tag of mine) yield [place + 1, tag]
  }
  counted.tags = given.ofDishes()
}

/** How many gave a dish any tag, and for each tag how many gave it and whether one of its first two savers did. */
type Given = { taggers: number; tags: Map<number, { count: number; early: boolean }> }

/** Counts the tags of favorites, which are added in the order of their ids (item_tags in domain/counts.sql). */
function givenTags(favourites: Favourites, dishes: Dishes, members: Members) {
  const isVerified = (n: number) => members.verified[favourites.member[n]!] === 1
  const hasVerified = new Uint8Array(dishes.count)
  for (const [n, dish] of favourites.dish.entries()) if (isVerified(n)) hasVerified[dish] = 1
  const saved = new Uint32Array(dishes.count)
  const given = new Map<number, Given>()
  return {
    add(n: number, tags: Set<number>) {
      const dish = favourites.dish[n]!
      if (hasVerified[dish] === 1 && !isVerified(n)) return
      saved[dish]!++
      if (tags.size === 0) return
      const all = given.get(dish) ?? { taggers: 0, tags: new Map() }
      given.set(dish, all)
      all.taggers++
      for (const tag of tags) {
        const by = all.tags.get(tag) ?? { count: 0, early: false }
        all.tags.set(tag, { count: by.count + 1, early: by.early || saved[dish]! <= 2 })
      }
    },
    /** Returns the tags of each dish. */
    ofDishes() {
      const tags: Counted['tags'] = []
      for (const [dish, { taggers, tags: counts }] of given)
        tags[dish] = [...counts]
          .filter(([, { count, early }]) => count * 4 >= taggers && (count >= 2 || early))
          .map(([tag]) => tag)
      return tags
    },
  }
}
