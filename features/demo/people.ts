import { foldText } from '#features/places/fold.ts'
import { cities } from './cities/cities.ts'
import { bios, members } from './members.data.ts'
import { seededRandom } from './random.ts'

export type Person = {
  userName: string
  firstName: string
  lastName: string
  email: string
  bio: string
  /** Index of the member's home city. */
  city: number
  latitude: number
  longitude: number
  /** How many days ago the member joined. */
  joined: number
  /** Index of the member whose link brought this member. Null if there is none. */
  referrer: number | null
  /** How much this member saves and votes. 1 is typical. */
  appetite: number
}

/** Returns the members in the order of joining. `printedIndex` is the index of the member whose log-in is printed. */
export function generatePeople(seed: string): { people: Person[]; printedIndex: number } {
  const dice = seededRandom(`${seed} people`)
  const made = members.map(([userName, firstName, lastName], index): Person => {
    const city = index % cities.length
    const [latitude, longitude] = cities[city]!.centre
    const near = (degrees: number) => Number((degrees + dice.between(-0.06, 0.06)).toFixed(3))
    return {
      userName,
      firstName,
      lastName,
      email: `${foldText(`${firstName} ${lastName}`).replaceAll(' ', '.')}@example.com`,
      bio: dice.chance(0.3) ? dice.pick(bios) : '',
      city,
      latitude: near(latitude),
      longitude: near(longitude),
      // More members joined recently than at first.
      joined: 2 + 198 * dice.next() ** 1.2,
      referrer: null,
      appetite: dice.skewed(0.8),
    }
  })
  const printed = made[0]!
  printed.joined = 187
  printed.appetite = 4
  made.sort((a, b) => b.joined - a.joined)
  made.forEach((person, index) => {
    if (index > 20 && dice.chance(0.25)) person.referrer = Math.floor(dice.next() ** 2 * index)
  })
  return { people: made, printedIndex: made.indexOf(printed) }
}
