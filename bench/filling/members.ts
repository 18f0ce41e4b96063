import { nameKeys } from '../../features/accounts/names/user-name.ts'
import { pointIn, someCity, zipf, type City, type Random } from '../centres.ts'
import type { Rows } from './copy.ts'

export const firstMember = 1000
const day = 24 * 60 * 60 * 1000
export const year = 365 * day

/** Members in the order in which they joined. The n-th has the ID `firstMember + n`. */
export type Members = {
  count: number
  created: Float64Array
  verified: Uint8Array
  city: Uint16Array
  /** Indexes of the members in each city. */
  of: number[][]
}

/** Makes the members. More and more of them join in the course of a year. */
export function makeMembers(count: number, cities: City[], now: number, random: Random): Members {
  const created = new Float64Array(count).map(() => now - year * (1 - Math.sqrt(random()))).sort()
  const members: Members = {
    count,
    created,
    verified: new Uint8Array(count).map(() => (random() < 0.95 ? 1 : 0)),
    city: new Uint16Array(count),
    of: cities.map(() => []),
  }
  for (let n = 0; n < count; n++) {
    const city = someCity(cities, random)
    members.city[n] = city
    members.of[city]!.push(n)
  }
  return members
}

const firstNames =
  'Ada Ben Carla Dev Elena Farid Grace Hugo Ines Jamal Kira Leon Maya Noor Omar Priya Quinn Rosa Sam Tara'.split(
    ' ',
  )
const lastNames =
  'Abbott Banks Castro Diaz Evans Fischer Garcia Huang Ito Jensen Khan Lopez Miller Nguyen Okafor Patel Reyes Singh Turner Weber'.split(
    ' ',
  )

/** The same rule as in domain/votes-that-count.ts. The test of the data compares the two. */
export const countsFor = ({ verified, created }: Members, who: number, now: number) =>
  verified[who] === 1 || created[who]! > now - 7 * day

export const memberColumns = [
  'id',
  'user_name',
  'user_name_key',
  'user_name_caps_key',
  'user_name_keyed_by',
  'first_name',
  'last_name',
  'bio',
  'email',
  'email_key',
  'email_verified_at',
  'password_hash',
  'platform',
  'age_checked_at',
  'referrer_id',
  'location_name',
  'latitude',
  'longitude',
  'follows_read_at',
  'notices_read_at',
  'created_at',
  'email_consent_at',
]

/** Yields the rows of the three admins and user 20, then those of all members. */
export function* memberRows(
  members: Members,
  { cities, now, random, hash }: { cities: City[]; now: number; random: Random; hash: string },
): Rows {
  const row = (id: number, userName: string, created: number, more: Row) => {
    const keys = nameKeys(userName)
    const email = `member${id}@example.com`
    const read = Math.max(created, now - 3 * day)
    return [
      id,
      userName,
      keys.user_name_key,
      keys.user_name_caps_key,
      keys.user_name_keyed_by,
      more.first,
      more.last,
      more.bio,
      email,
      email,
      more.verified,
      more.platform === 'email' ? hash : null,
      more.platform,
      new Date(created),
      more.referrer,
      more.point ? 'Home' : null,
      more.point?.latitude ?? null,
      more.point?.longitude ?? null,
      new Date(read),
      new Date(read),
      new Date(created),
      more.consent,
    ]
  }
  for (const id of [6, 7, 20, 514]) {
    const at = now - year
    const more = { first: null, last: null, bio: '', platform: 'email', referrer: null }
    yield row(id, `Desk ${id}`, at, { ...more, verified: new Date(at), point: null, consent: null })
  }
  for (let n = 0; n < members.count; n++) {
    const created = members.created[n]!
    const [first, last] = [firstNames, lastNames].map(
      (names) => names[Math.floor(random() * names.length)]!,
    )
    const verified = members.verified[n] ? new Date(created + 5 * 60_000) : null
    yield row(firstMember + n, `${first} ${last} ${n}`, created, {
      first: first!,
      last: last!,
      bio: random() < 0.2 ? 'Always looking for the next good lunch.' : '',
      platform: random() < 0.1 ? 'apple' : 'email',
      referrer: n > 0 && random() < 0.1 ? firstMember + zipf(n, random) : null,
      verified,
      point: random() < 0.8 ? pointIn(cities[members.city[n]!]!.centre, random) : null,
      consent: verified && random() < 0.3 ? verified : null,
    })
  }
}

type Row = {
  first: string | null
  last: string | null
  bio: string
  platform: string
  referrer: number | null
  verified: Date | null
  point: { latitude: number; longitude: number } | null
  consent: Date | null
}
