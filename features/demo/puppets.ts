import type { Dish } from './dishes.ts'

/** Number of accounts that one person created within minutes to vote for one dish. Admins find them in their queue. */
const count = 32
/** Days since the first account was created, and days between one account and the next. */
const [since, apart] = [3, 22 / 86_400]

export type SockPuppet = { userName: string; email: string; joined: number; voted: number }

export const sockPuppets: SockPuppet[] = Array.from({ length: count }, (_, n) => ({
  userName: `Hungry Fork ${n + 1}`,
  email: `hungry.fork.${n + 1}@example.com`,
  joined: since - n * apart,
  voted: since - n * apart - apart / 2,
}))

/** Returns the index of a little-known side dish in Minneapolis. */
export const promotedDishIndex = (dishes: Dish[]): number =>
  dishes.findIndex(({ slug, city, rank }) => slug === 'sides' && city === 0 && rank === 9)
