import type { Dish } from './dishes.ts'

/** So many accounts of one person, who came within minutes for one dish: admins find them in their queue. */
const count = 24
/** Days. */
const [since, apart] = [3, 22 / 86_400]

export type Puppet = { userName: string; email: string; joined: number; voted: number }

export const puppets: Puppet[] = Array.from({ length: count }, (_, n) => ({
  userName: `Hungry Fork ${n + 1}`,
  email: `hungry.fork.${n + 1}@example.com`,
  joined: since - n * apart,
  voted: since - n * apart - apart / 2,
}))

/** A side dish of Minneapolis that hardly anyone knows. */
export const promoted = (dishes: Dish[]): number =>
  dishes.findIndex(({ slug, city, rank }) => slug === 'sides' && city === 0 && rank === 9)
