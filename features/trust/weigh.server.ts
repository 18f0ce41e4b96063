import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { followMembers, hashVotes } from './acts.server.ts'
import { findAlike } from './alike.server.ts'
import { letGoOf, keepCluster, withdraw, type Found } from './clusters.server.ts'
import { findCrowds } from './crowds.server.ts'
import { lines } from './lines.data.ts'
import { reckonUsual } from './usual.server.ts'

/** So many at once: what is in memory never grows with the site, and no statement takes long on a busy machine. */
const batch = { users: 1_000, restaurants: 500 }
/** Where acts touch more restaurants than this, all are looked at. */
const mostTouched = 20_000
/** A vote may be stored this much later than its timestamp says. */
const late = 5 * 60_000

type Weighing = Pick<Services, 'database' | 'clock'>

/**
 * Weighs who acted since the last time, and the restaurants that they acted for; all of them where `whole` says
 * so, since time alone changes some of it. Answers how many it looked at.
 */
export async function weigh({ database, clock }: Weighing, whole = false) {
  const now = clock.now()
  const until = whole ? null : await readUntil(database)
  const few = until && (await actedSince(database, until, batch.users + 1))
  const changed = few && few.length <= batch.users ? few : null
  const { members, touched } = await reckonMembers(database, acting(database, until, changed))
  const places = () => (touched ? inBatches(touched) : pagesOf(database, 'restaurants'))
  for await (const ids of places()) await reckonUsual(database, ids, now)

  let [restaurants, clusters] = [0, 0]
  for await (const ids of places()) {
    const found = (await findCrowds(database, ids, now)).filter(({ verdict }) => verdict !== 'none')
    clusters += await keep(database, found, now)
    await withdraw(database, ids, found, now)
    restaurants += ids.length
  }
  for await (const found of findAlike(database, changed))
    if (found.verdict !== 'none') clusters += await keep(database, [found], now)
  await sql`
    insert into weighed as w (until) values (${now})
    on conflict (single) do update set until = greatest(w.until, excluded.until)`.execute(database)
  return { members, restaurants, clusters }
}

/** Who is weighed: the few who changed, all who acted since then, or everyone. */
function acting(database: Database, until: Date | null, changed: number[] | null) {
  if (changed) return [changed]
  return until ? manyActedSince(database, until) : pagesOf(database, 'users')
}

/** How many they are, and the restaurants that they touched; null where those are too many to be told apart. */
async function reckonMembers(
  database: Database,
  batches: AsyncIterable<number[]> | Iterable<number[]>,
) {
  const touched = new Set<number>()
  let members = 0
  for await (const ids of batches) {
    for (const restaurant of await followMembers(database, ids))
      if (touched.size <= mostTouched) touched.add(restaurant)
    await hashVotes(database, ids, lines.alikeVotes.is)
    members += ids.length
  }
  const isFew = touched.size <= mostTouched
  return { members, touched: isFew ? [...touched].sort((a, b) => a - b) : null }
}

async function keep(database: Database, found: Found[], now: Date): Promise<number> {
  for (const cluster of found) {
    await keepCluster(database, cluster, now)
    await letGoOf(database, cluster, now)
  }
  return found.length
}

async function readUntil(database: Database): Promise<Date | null> {
  const row = await database.selectFrom('weighed').select('until').executeTakeFirst()
  return row ? new Date(row.until.getTime() - late) : null
}

/** Who acted since then: the first so many of all, or of those whose numbers lie in a range. */
async function actedSince(
  database: Database,
  since: Date,
  limit: number,
  among?: [number, number],
) {
  const within = among ? sql`and user_id between ${among[0]} and ${among[1]}` : sql``
  const { rows } = await sql<{ id: number }>`
    select user_id as id from votes where created_at > ${since} ${within}
    union select user_id from yolos where created_at > ${since} ${within}
    union select user_id from item_reports where created_at > ${since} ${within}
    union select user_id from restaurant_reports where created_at > ${since} ${within}
    order by id limit ${limit}`.execute(database)
  return rows.map(({ id }) => id)
}

async function* manyActedSince(database: Database, since: Date) {
  for await (const ids of pagesOf(database, 'users')) {
    const acted = await actedSince(database, since, batch.users, [ids[0]!, ids.at(-1)!])
    if (acted.length > 0) yield acted
  }
}

async function* pagesOf(database: Database, table: 'users' | 'restaurants') {
  for (let last = 0; ;) {
    const rows = await database
      .selectFrom(table)
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch[table])
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ id }) => id)
    last = rows.at(-1)!.id
  }
}

function* inBatches(ids: number[]) {
  const size = batch.restaurants
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size)
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
