import { demand, type Dish } from './dishes.ts'
import type { Favourite } from './favourites.ts'
import type { Person } from './people.ts'
import { seededRandom } from './random.ts'

export type Vote = { person: number; dish: number; daysAgo: number }

/** Returns votes, most of which are for a few dishes. Nobody votes for their own favorite. */
export function generateVotes(
  seed: string,
  people: Person[],
  dishes: Dish[],
  favourites: Favourite[],
): Vote[] {
  const dice = seededRandom(`${seed} votes`)
  const own = new Set(favourites.map(({ person, dish }) => `${person} ${dish}`))
  const since = dishes.map(() => 0)
  for (const { dish, savedDaysAgo } of favourites)
    since[dish] = Math.max(since[dish]!, savedDaysAgo)

  return dishes.flatMap(({ city, slug, rank }, dish) => {
    const age = since[dish]!
    const found = 1 - Math.exp(-age / 14)
    const count = Math.round((demand[slug].votes / rank ** 0.58) * found * dice.between(0.8, 1.2))
    return people
      .flatMap((person, index) => {
        if (own.has(`${index} ${dish}`)) return []
        const weight = person.appetite * (person.city === city ? 1 : 0.1)
        return [{ index, turn: dice.next() ** (1 / weight) }]
      })
      .sort((a, b) => b.turn - a.turn)
      .slice(0, count)
      .map(({ index }) => ({
        person: index,
        dish,
        daysAgo: Math.min(age, people[index]!.joined) * dice.next() ** 1.2,
      }))
  })
}
