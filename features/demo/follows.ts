import type { Person } from './people.ts'
import { seededRandom } from './random.ts'

export type Follow = { person: number; followed: number; /** Days ago. */ since: number }

/**
 * Most members follow a few others, mainly in their own city. Members who save and vote a lot have the most followers.
 */
export function generateFollows(seed: string, people: Person[]): Follow[] {
  const dice = seededRandom(`${seed} follows`)
  return people.flatMap((person, index) => {
    const weights = people.map(({ city, appetite }, other) =>
      other === index ? 0 : appetite ** 1.5 * (city === person.city ? 1 : 0.05),
    )
    const followed = new Set<number>()
    for (let left = Math.round(4 * person.appetite * dice.skewed(0.6)); left > 0; left--)
      followed.add(dice.weighed(weights))
    return [...followed]
      .filter((other) => other !== index)
      .map((other) => ({
        person: index,
        followed: other,
        since: Math.min(person.joined, people[other]!.joined) * dice.next() ** 1.2,
      }))
  })
}
