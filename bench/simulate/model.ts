import type { Random } from '../centres.ts'

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export type Member = {
  id: number
  joined: number
  /** When the member verified, or null for never. */
  verified: number | null
  network: string
  /**
   * 'attacker' for an account of an attacker, 'group' for a member of an innocent crowd with figures of its own,
   * otherwise 'honest'.
   */
  who: 'honest' | 'group' | 'attacker'
}
export type Act = {
  /** 'back' takes a vote back. */
  kind: 'vote' | 'back' | 'favourite' | 'gone' | 'closed'
  member: number
  /** ID of a dish, or of a restaurant if `kind` is 'closed'. */
  on: number
  at: number
  network: string
  /** True for what an attacker did, or paid a real member for. */
  bought?: boolean
}
export type Dish = { id: number; restaurant: number; category: number; quality: number }
export type Restaurant = { id: number; latitude: number; longitude: number; opens: number }

/** What a scenario adds to the city. Times are in milliseconds. The attack begins on day 0, at midnight UTC. */
export type Story = {
  members: Member[]
  acts: Act[]
  restaurants?: Restaurant[]
  dishes?: Dish[]
  /** IDs of the dishes whose rank the attack is about. */
  targets: number[]
  /** Number of days that the attack lasts, or in which the innocent crowd comes. */
  days: number
}

export type City = {
  random: Random
  start: number
  members: Member[]
  restaurants: Restaurant[]
  dishes: Dish[]
  acts: Act[]
  /** Returns a new ID for a scenario's own member. */
  nextMember(): number
  nextRestaurant(): number
  nextDish(): number
}

export const pick = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random() * list.length)]!

/** Returns a random integer from `least` to `most`. */
export const between = (least: number, most: number, random: Random) =>
  least + Math.floor(random() * (most - least + 1))

/** Returns a random number from the exponential distribution with this mean. */
export const wait = (mean: number, random: Random) => -Math.log(1 - random()) * mean

/**
 * Returns a random time on that day at which people eat: about a third at noon, most in the evening, some at any waking
 * hour.
 */
export function mealTime(from: number, random: Random): number {
  return Math.floor(from / day) * day + Math.floor(mealHour(random) * hour)
}

function mealHour(random: Random): number {
  const kind = random()
  if (kind < 0.3) return 11.5 + random() * 3
  if (kind < 0.85) return 17.5 + random() * 5
  return 8 + random() * 15
}

/** Returns a random network: a home's, or in 30% of cases one of six carriers'. */
export const someNetwork = (random: Random) =>
  random() < 0.3 ? `carrier ${Math.floor(random() * 6)}` : `home ${Math.floor(random() ** 2 * 700)}`
