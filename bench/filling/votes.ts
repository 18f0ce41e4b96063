import { byTime, zipf, type Random } from '../centres.ts'
import type { Rows } from './copy.ts'
import type { Counted, Dishes } from './dishes.ts'
import { thisWeek, type Favourites } from './favourites.ts'
import { countsFor, firstMember, type Members } from './members.ts'

const perDish = 2
/** Exponent of Zipf's law for votes per dish within a city, so that few dishes have very many. */
const favoured = 0.75

export type Votes = {
  dish: Uint32Array
  member: Uint32Array
  counted: Uint8Array
  created: Float64Array
  order: Uint32Array
}

/**
 * Makes the votes, mostly for dishes in the member's own city, a tenth anywhere. A member has at most one vote for a
 * dish and none for their own favorites.
 */
export function makeVotes(
  dishes: Dishes,
  members: Members,
  favourites: Favourites,
  { counted: standing, now, random }: { counted: Counted; now: number; random: Random },
): Votes {
  const all = new Float64Array(dishes.count * perDish).map(() => {
    const who = Math.floor(random() * members.count)
    const home = dishes.of[members.city[who]!]!
    const one =
      random() < 0.1 || home.length === 0
        ? Math.floor(random() * dishes.count)
        : home[zipf(home.length, random, favoured)]!
    return one * members.count + who
  })
  const own = new Set<number>()
  for (let n = 0; n < favourites.count; n++)
    own.add(favourites.dish[n]! * members.count + favourites.member[n]!)
  const kept = all.sort().filter((pair, n) => pair !== all[n - 1] && !own.has(pair))

  const dish = Uint32Array.from(kept, (pair) => Math.floor(pair / members.count))
  const member = Uint32Array.from(kept, (pair) => pair % members.count)
  const counted = new Uint8Array(kept.length)
  const created = new Float64Array(kept.length)
  for (let n = 0; n < kept.length; n++) {
    const who = member[n]!
    const one = dish[n]!
    const from = Math.max(members.created[who]!, standing.created[one]!)
    created[n] = Math.floor(from + random() * (now - from))
    counted[n] = countsFor(members, who, now) ? 1 : 0
    standing.votes[one]! += counted[n]!
    if (created[n]! >= thisWeek(now)) standing.trending[one]! += counted[n]!
  }
  return { dish, member, counted, created, order: byTime(created) }
}

export const voteColumns = ['item_id', 'user_id', 'counted', 'created_at']

export function* voteRows(votes: Votes, idOf: Uint32Array): Rows {
  for (const n of votes.order)
    yield [
      idOf[votes.dish[n]!],
      firstMember + votes.member[n]!,
      votes.counted[n] === 1,
      new Date(votes.created[n]!),
    ]
}
