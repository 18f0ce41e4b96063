import type { Random } from '../centres.ts'

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export type Member = {
  id: number
  joined: number
  /** Null: never. */
  verified: number | null
  network: string
  /** Run by an attacker, or innocent in a crowd that is looked at by itself, or anyone. */
  who: 'honest' | 'group' | 'attacker'
}
export type Act = {
  kind: 'vote' | 'favourite' | 'gone' | 'closed'
  member: number
  /** A dish, or with 'closed' a restaurant. */
  on: number
  at: number
  network: string
  /** What an attacker did, or paid a real member for. */
  bought?: boolean
}
export type Dish = { id: number; restaurant: number; category: number; quality: number }
export type Restaurant = { id: number; latitude: number; longitude: number; opens: number }

/** What a scenario adds to the city. Times are milliseconds; the attack begins on day 0, at midnight UTC. */
export type Story = {
  members: Member[]
  acts: Act[]
  restaurants?: Restaurant[]
  dishes?: Dish[]
  /** Whose rank the attack is about. */
  targets: number[]
  /** The attack's days, or those in which the innocent crowd comes. */
  days: number
}

export type City = {
  random: Random
  start: number
  members: Member[]
  restaurants: Restaurant[]
  dishes: Dish[]
  acts: Act[]
  /** New numbers and names for a scenario's own. */
  nextMember(): number
  nextRestaurant(): number
  nextDish(): number
}

export const pick = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random() * list.length)]!

/** A whole number from `least` to `most`. */
export const between = (least: number, most: number, random: Random) =>
  least + Math.floor(random() * (most - least + 1))

/** From an exponential distribution of this mean. */
export const wait = (mean: number, random: Random) => -Math.log(1 - random()) * mean

/** A moment of that day at which people eat: a third at noon, most in the evening, some at any waking hour. */
export function mealTime(from: number, random: Random): number {
  return Math.floor(from / day) * day + Math.floor(mealHour(random) * hour)
}

function mealHour(random: Random): number {
  const kind = random()
  if (kind < 0.3) return 11.5 + random() * 3
  if (kind < 0.85) return 17.5 + random() * 5
  return 8 + random() * 15
}

/** A home's or phone's network: a /24 of its own kind, and a third of the time one of a few carriers'. */
export const someNetwork = (random: Random) =>
  random() < 0.3 ? `carrier ${Math.floor(random() * 6)}` : `home ${Math.floor(random() ** 2 * 700)}`
