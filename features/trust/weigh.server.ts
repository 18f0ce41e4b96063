import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { followMembers, hashVotes } from './acts.server.ts'
import { findAlike } from './alike.server.ts'
import { keepCluster, withdraw, type Found } from './clusters.server.ts'
import { findCrowds } from './crowds.server.ts'
import { lines } from './lines.data.ts'
import { reckonUsual } from './usual.server.ts'

/** So many members or restaurants at once: what is in memory never grows with the site. */
const batch = 2_000
/** A vote can be written down this much later than it says. */
const late = 5 * 60_000

type Weighing = Pick<Services, 'database' | 'clock'>

/**
 * Weighs who acted since the last time, and the restaurants that they acted for; all of them where `whole` says
 * so, since time alone changes some of it. Answers how many it looked at.
 */
export async function weigh({ database, clock }: Weighing, whole = false) {
  const now = clock.now()
  const until = whole ? null : await readUntil(database)
  const touched = new Set<number>()
  let members = 0
  const follow = async (ids: number[]) => {
    for (const one of await followMembers(database, ids)) touched.add(one)
    await hashVotes(database, ids, lines.alikeVotes.is)
    members += ids.length
  }
  const changed = until && (await actedSince(database, until))
  if (changed) for (const ids of inBatches(changed)) await follow(ids)
  else for await (const ids of everyone(database)) await follow(ids)

  const restaurants = [...touched].sort((a, b) => a - b)
  for (const ids of inBatches(restaurants)) await reckonUsual(database, ids, now)
  let clusters = 0
  const keep = async (found: Found[]) => {
    for (const one of found)
      if (one.verdict !== 'none') {
        await keepCluster(database, one, now)
        clusters++
      }
  }
  for (const ids of inBatches(restaurants)) {
    const found = (await findCrowds(database, ids, now)).filter(({ verdict }) => verdict !== 'none')
    await keep(found)
    await withdraw(database, ids, found, now)
  }
  await keep(await findAlike(database, changed))
  await sql`
    insert into weighed as w (until) values (${now})
    on conflict (single) do update set until = greatest(w.until, excluded.until)`.execute(database)
  return { members, restaurants: restaurants.length, clusters }
}

async function readUntil(database: Database): Promise<Date | null> {
  const row = await database.selectFrom('weighed').select('until').executeTakeFirst()
  return row ? new Date(row.until.getTime() - late) : null
}

async function actedSince(database: Database, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from votes where created_at > ${since}
    union select user_id from yolos where created_at > ${since}
    union select user_id from item_reports where created_at > ${since}
    union select user_id from restaurant_reports where created_at > ${since}
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}

async function* everyone(database: Database) {
  for (let last = 0; ;) {
    const rows = await database
      .selectFrom('users')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ id }) => id)
    last = rows.at(-1)!.id
  }
}

function* inBatches(ids: number[]) {
  for (let from = 0; from < ids.length; from += batch) yield ids.slice(from, from + batch)
}

export const weighQueues = (services: Services): JobQueue[] => [
  {
    name: 'weigh-trust',
    every: '* * * * *',
    retryLimit: 0,
    run: async () => void (await weigh(services)),
  },
  {
    name: 'weigh-trust-whole',
    every: '37 3 * * *',
    run: async () => void (await weigh(services, true)),
  },
]
