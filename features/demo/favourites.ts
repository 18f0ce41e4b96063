import { quota } from '#domain/quota.ts'
import { demand, type Dish } from './dishes.ts'
import { guests } from './members.data.ts'
import type { Person } from './people.ts'
import { seededRandom } from './random.ts'
import { reasonsFor } from './reasons.ts'

export type Favourite = {
  /** Index of the member. Null for user 20, who has no quota and enters the name to show. */
  person: number | null
  shownName: string | null
  dish: number
  slot: number | null
  description: string
  tags: number[]
  /** How many days ago it was saved. */
  savedDaysAgo: number
}

const wanted = 2_500

/**
 * Makes each dish the favorite of some member, then adds more favorites, mostly of the most popular dishes of each
 * city.
 */
export function generateFavourites(seed: string, people: Person[], dishes: Dish[]): Favourite[] {
  const dice = seededRandom(`${seed} favourites`)
  const made: Favourite[] = []
  const taken = new Map<string, number>()
  const has = new Set<string>()

  const save = (person: number, dish: number, first: boolean) => {
    const { category, tags } = dishes[dish]!
    const place = `${person} ${category}`
    const slot = (taken.get(place) ?? 0) + 1
    if (slot > quota || has.has(`${person} ${dish}`)) return false
    taken.set(place, slot)
    has.add(`${person} ${dish}`)
    made.push({
      person,
      shownName: null,
      dish,
      slot,
      description: '',
      tags: tags.filter(() => first || dice.chance(0.6)),
      savedDaysAgo: people[person]!.joined * dice.next() ** 1.3,
    })
    return true
  }

  const home = (city: number) =>
    people.map((person) => (person.city === city ? person.appetite : 0))
  const locals = [0, 1, 2].map(home)
  dishes.forEach(({ city }, dish) => {
    while (!save(dice.weighed(locals[city]!), dish, true));
  })

  const appetites = people.map(({ appetite }) => appetite)
  const liked = dishes.map(({ slug, rank }) => demand[slug].saves / rank ** 0.8)
  const inCity = [0, 1, 2].map((city) =>
    liked.map((like, dish) => (dishes[dish]!.city === city ? like : 0)),
  )
  while (made.length < wanted) {
    const person = dice.weighed(appetites)
    const city = dice.chance(0.9) ? people[person]!.city : dice.pick([0, 1, 2])
    save(person, dice.weighed(inCity[city]!), false)
  }

  for (const [index, shownName] of guests.entries()) {
    const dish = dice.weighed(inCity[index % inCity.length]!)
    if (made.some((other) => other.person === null && other.dish === dish)) continue
    const { tags } = dishes[dish]!
    const saved = dice.between(1, 90)
    made.push({
      person: null,
      shownName,
      dish,
      slot: null,
      description: '',
      tags,
      savedDaysAgo: saved,
    })
  }
  giveReasons(seed, made, dishes)
  return made
}

/**
 * Writes the favorites' reasons, some of which stay empty. A dish's own reason goes to one of its two newest favorites,
 * because cards show the newest reasons first.
 */
function giveReasons(seed: string, made: Favourite[], dishes: Dish[]) {
  const dice = seededRandom(`${seed} words`)
  const reason = reasonsFor(seed)
  const newest = made.toSorted((a, b) => a.savedDaysAgo - b.savedDaysAgo)
  for (const [dish, ofDish] of Map.groupBy(newest, (favourite) => favourite.dish)) {
    const { why } = dishes[dish]!
    const withReason = dice.chance(0.3) ? ofDish.length - 1 : 0
    ofDish.forEach((favourite, index) => {
      favourite.description = (index === Math.min(withReason, 1) && why) || reason(dishes[dish]!)
    })
  }
}
