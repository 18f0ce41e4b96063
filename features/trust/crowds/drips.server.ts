import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { countsForBaseline } from './baseline.server.ts'
import type { FoundCluster } from '../clusters.server.ts'
import { thresholds } from '../lines.data.ts'
import { honestChances, poissonQuantile, type MannerOfJoining } from './mixture.ts'
import { likelyHonestMembers, worstFindingPerCluster } from '../worst.ts'

/** Maximum number of the neighbors' latest newcomers to read. These are enough to know how honest newcomers come. */
const enough = 2_000

export type JudgedCluster = FoundCluster & {
  /** How many honest newcomers would be usual among the members. */
  expected: number
}

/**
 * Returns the worst finding of each cluster. If it is a drip (newcomers who came one by one for one dish), its likely
 * honest newcomers are left out. The finding over the longest span is the best one to estimate who they are.
 */
export async function worstFindingsWithoutHonestMembers(
  database: Database,
  all: JudgedCluster[],
): Promise<FoundCluster[]> {
  const found: FoundCluster[] = []
  for (const worst of worstFindingPerCluster(all)) {
    const isDrip = worst.isSlow && worst.verdict !== 'none'
    found.push(isDrip ? await withoutHonest(database, worst, all) : worst)
  }
  return found
}

async function withoutHonest(
  database: Database,
  worst: FoundCluster,
  all: JudgedCluster[],
): Promise<FoundCluster> {
  const spans = all.filter(({ key }) => key === worst.key)
  const longest = spans.reduce((a, b) => (b.firstAct < a.firstAct ? b : a))
  const usualOnes = await honestAmong(database, longest)
  const out = new Set(usualOnes)
  return { ...worst, usualOnes, members: worst.members.filter((id) => !out.has(id)) }
}

async function honestAmong(database: Database, { members, expected, restaurantId }: JudgedCluster) {
  const people = await mannersOf(database, members)
  const near = await mannersNear(database, restaurantId!)
  const most = poissonQuantile(expected, thresholds.guests.is)
  const chances = await honestChances(people, near, expected)
  return likelyHonestMembers(people, chances, { usual: expected, most })
}

const manner = sql`
  extract(epoch from m.first_at - m.joined_at)::float8 as "toAct",
  extract(epoch from u.email_verified_at - m.joined_at)::float8 as "toVerify",
  extract(hour from m.first_at at time zone 'UTC')::integer as hour,
  case when m.votes + m.favourites + m.reports > 1 then 'more'
       when m.favourites > 0 then 'favourite' else 'vote' end as did`

async function mannersOf(database: Database, ids: number[]) {
  const { rows } = await sql<MannerOfJoining & { id: number; held: boolean }>`
    select u.id, u.held_at is not null as held, ${manner}
      from member_acts m join users u on u.id = m.user_id
     where m.user_id = any (${ids}::integer[]) order by m.first_at, m.user_id`.execute(database)
  return rows
}

/**
 * Returns how the newcomers of this restaurant's neighbors joined: those who count and did nothing elsewhere. Unverified
 * accounts don't count, because they could come in any manner.
 */
async function mannersNear(database: Database, restaurant: number) {
  const { rows } = await sql<MannerOfJoining>`
    select ${manner}
      from restaurant_usual r join member_acts m on m.first_restaurant = r.restaurant_id
      join users u on u.id = m.user_id
     where r.cell5 = (select cell5 from restaurant_usual where restaurant_id = ${restaurant})
       and r.restaurant_id <> ${restaurant} and m.elsewhere_at is null and ${countsForBaseline}
       and m.first_at < m.joined_at + ${thresholds.newcomerDays.is} * interval '1 day'
     order by m.first_at desc limit ${enough}`.execute(database)
  return rows
}
