import { categories } from '../../domain/vocabulary/categories.ts'
import { densest, generator, normal, shuffled, zipf, type Random } from '../centres.ts'
import {
  day,
  hour,
  mealTime,
  minute,
  someNetwork,
  wait,
  type Act,
  type City,
  type Dish,
  type Member,
} from './model.ts'

const size = { members: 2_000, restaurants: 60, dishes: 300 }
/** How many days the city has existed before the attack, and for how many more it goes on. */
const span = { before: 270, after: 190 }
/**
 * Number of acts of the member with this rank, by Zipf's law: 200, 119, 88 … About two thirds of the members do only
 * one thing.
 */
const actsOf = (rank: number) => Math.max(1, Math.round(200 / rank ** 0.75))
/** Share of the acts that are about another dish of the same restaurant as the act before. */
const alsoHere = 0.2
const saved = 0.3
const verifying = 0.85

/**
 * Creates an honest city: members join all the time, choose dishes by Zipf's law, the best ones most often, and vote
 * for them or save them.
 */
export function makeCity(seed: number, start: number): City {
  const random = generator(seed * 7_919 + 17)
  // Discard the generator's first numbers, which are similar for similar seeds.
  for (let n = 0; n < 20; n++) random()
  const restaurants = Array.from({ length: size.restaurants }, (_, n) => ({
    id: n + 1,
    latitude: densest.latitude + normal(random) * 0.02,
    longitude: densest.longitude + normal(random) * 0.02,
    opens: start - span.before * day,
  }))
  const ids = categories.map(({ id }) => id)
  const dishes: Dish[] = Array.from({ length: size.dishes }, (_, n) => ({
    id: n + 1,
    restaurant: (n % size.restaurants) + 1,
    category: ids[Math.floor(random() * ids.length)]!,
    quality: random(),
  }))
  const byQuality = [...dishes].sort((a, b) => b.quality - a.quality)
  const ranks = shuffled(
    Uint32Array.from({ length: size.members }, (_, n) => n + 1),
    random,
  )
  const members: Member[] = []
  const acts: Act[] = []
  for (let n = 0; n < size.members; n++) {
    const joined = start + (random() * (span.before + span.after) - span.before) * day
    const one = honest(1_000 + n, mealTime(joined, random), random)
    members.push(one)
    acts.push(...livedBy(one, actsOf(ranks[n]!), byQuality, start + span.after * day, random))
  }
  let [member, restaurant, dish] = [1_000 + size.members, size.restaurants, size.dishes]
  return {
    random,
    start,
    members,
    restaurants,
    dishes,
    acts,
    nextMember: () => member++,
    nextRestaurant: () => ++restaurant,
    nextDish: () => ++dish,
  }
}

export function honest(id: number, joined: number, random: Random): Member {
  const verified = random() < verifying ? joined + minute + wait(2 * hour, random) : null
  return { id, joined, verified, network: someNetwork(random), who: 'honest' }
}

/**
 * Returns what a member does: the first thing right after joining, the rest whenever they eat out, for about a year.
 */
export function livedBy(
  one: Member,
  count: number,
  byQuality: Dish[],
  end: number,
  random: Random,
): Act[] {
  const done = new Set<number>()
  const slots = new Map<number, number>()
  const acts: Act[] = []
  let at = one.joined + minute + wait(10 * minute, random)
  let last: Dish | undefined
  const pace = Math.min(60, 250 / count) * day
  for (let n = 0; n < count && at < end; n++) {
    const again =
      last && random() < alsoHere
        ? byQuality.filter(({ restaurant }) => restaurant === last!.restaurant)
        : byQuality
    const dish = again[zipf(again.length, random, 0.8)]!
    last = dish
    if (!done.has(dish.id)) {
      done.add(dish.id)
      const slot = slots.get(dish.category) ?? 0
      const saves = random() < saved && slot < 3 && (one.verified !== null || slots.size === 0)
      if (saves) slots.set(dish.category, slot + 1)
      const network = random() < 0.7 ? one.network : someNetwork(random)
      acts.push({ kind: saves ? 'favourite' : 'vote', member: one.id, on: dish.id, at, network })
    }
    at = mealTime(at + wait(pace, random), random) + Math.floor(random() * hour)
    if (at < one.joined) at = one.joined + hour
  }
  return acts
}
