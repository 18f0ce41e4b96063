import { foldText } from '#domain/fold.ts'
import { cities } from './cities.ts'
import { bios, members } from './members.data.ts'

export type Person = {
  id: number
  userName: string
  firstName: string
  lastName: string
  email: string
  bio: string
  /** Index of the home city. */
  city: number
  /** How many days ago the person joined. */
  joined: number
  referrer: number | null
}

export type Random = () => number

/** Returns a generator of the same numbers from 0 to 1 on every machine (mulberry32). */
export function createRandom(): Random {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const firstId = 1000

/** The members in the order of joining. The earlier a member joined, the more active they are. */
export const people = members.map(([userName, firstName, lastName], index): Person => ({
  id: firstId + index,
  userName,
  firstName,
  lastName,
  email: `${foldText(`${firstName} ${lastName}`).replaceAll(' ', '.')}@example.com`,
  bio: index % 3 === 1 ? bios[index % bios.length]! : '',
  city: index % cities.length,
  joined: 200 * (1 - index / members.length),
  referrer: index % 4 === 3 ? firstId + Math.floor(index / 4) : null,
}))

/** Accounts that one person created within minutes to vote for one dish. Admins find them in their queue. */
export const sockPuppets = Array.from({ length: 32 }, (_, index): Person => ({
  id: firstId + people.length + index,
  userName: `Hungry Fork ${index + 1}`,
  firstName: '',
  lastName: '',
  email: `hungry.fork.${index + 1}@example.com`,
  bio: '',
  city: 0,
  joined: 3 - index * 0.0003,
  referrer: null,
}))

/** Returns about six follows of each member, mainly of the earliest members of their city. */
export function inventFollows(random: Random, ago: (days: number) => Date) {
  return people.flatMap((person) => {
    const locals = people.filter(({ city }) => city === person.city)
    const followed = new Set(
      Array.from({ length: 6 }, () => locals[Math.floor(random() ** 2 * locals.length)]!),
    )
    followed.delete(person)
    return [...followed].map((other) => ({
      follower_id: person.id,
      followee_id: other.id,
      created_at: ago(Math.min(person.joined, other.joined) * random()),
    }))
  })
}
