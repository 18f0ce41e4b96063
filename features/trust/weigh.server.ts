import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { separateSteps } from '#platform/server/jobs/separate-steps.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { updateMemberActs, hashVotes } from './acts.server.ts'
import { findAlikeVoterClusters } from './alike/alike.server.ts'
import {
  removeNoLongerSuspiciousMembers,
  storeCluster,
  closeStaleClusters,
  type FoundCluster,
} from './clusters.server.ts'
import { clustersWithVerifiedMembers, releaseVerifiedMembers } from './alike/copies.server.ts'
import { findCrowds } from './crowds/crowds.server.ts'
import { releaseFromCrowds } from './crowds/releases.server.ts'
import { thresholds } from './lines.data.ts'
import { isStored } from './stored.server.ts'
import { updateBaselineCounts } from './crowds/baseline.server.ts'

/**
 * How many rows are processed at once, so that memory use doesn't grow with the site and no statement takes long on a
 * busy machine.
 */
const batch = { users: 1_000, restaurants: 500 }
/** If acts touch more restaurants than this, all restaurants are weighed. */
const maxTouched = 20_000
/** How much later than its timestamp a vote can be stored, in milliseconds. */
const late = 5 * 60_000
/** For how long what failed is weighed again, in milliseconds. Later it waits for the next act there, or the night. */
const again = 10 * 60_000

type Weighing = Pick<Services, 'database' | 'clock' | 'log'>
type Steps = ReturnType<typeof separateSteps>

/**
 * Looks for clusters of accounts that look like one person (a weighing), among the members who acted since the last
 * weighing and at the restaurants where they acted. With `whole`, it looks at all members and restaurants, because
 * some results change with time alone. What fails keeps nothing else from being weighed or held: it is logged, weighed
 * again, and thrown at the end. Returns how many members and restaurants it looked at, and how many clusters it found.
 */
export async function runWeighing({ database, clock, log }: Weighing, whole = false) {
  const now = clock.now()
  const steps = separateSteps(log)
  const until = whole ? null : await readUntil(database)
  const few = until && (await actedSince(database, until, batch.users + 1))
  const changed = few && few.length <= batch.users ? few : null
  const { members, touched } = await reckonMembers(
    database,
    acting(database, until, changed),
    steps,
  )
  const places = () => (touched ? inBatches(touched) : pagesOf(database, 'restaurants'))
  for await (const ids of places())
    await steps.runForEach('baseline', ids, (some) => updateBaselineCounts(database, some, now))

  let [restaurants, clusters] = [0, 0]
  for await (const ids of places()) {
    await steps.runForEach('restaurant', ids, async (some) => {
      const found = (await findCrowds(database, some, now)).filter(
        ({ verdict }) => verdict !== 'none',
      )
      await releaseFromCrowds(database, some, found, now)
      clusters += await keep(database, found, now, steps)
      await closeStaleClusters(database, some, found, now)
    })
    restaurants += ids.length
  }
  await steps.run({ clusters: 'alike' }, async () => {
    for await (const found of findAlikeVoterClusters(database, changed, now))
      if (found.verdict !== 'none') clusters += await keep(database, [found], now, steps)
  })
  if (whole)
    for (const id of await clustersWithVerifiedMembers(database))
      await steps.run({ cluster: id }, () => releaseVerifiedMembers(database, id, now))
  const weighed = steps.failed() ? new Date(now.getTime() - again) : now
  await sql`
    insert into weighed as w (until) values (${weighed})
    on conflict (single) do update set until = greatest(w.until, excluded.until)`.execute(database)
  steps.end()
  return { members, restaurants, clusters }
}

/** Returns batches of the members to weigh: the few who changed, all who acted since `until`, or everyone. */
function acting(database: Database, until: Date | null, changed: number[] | null) {
  if (changed) return [changed]
  return until ? manyActedSince(database, until) : pagesOf(database, 'users')
}

/**
 * Updates the summaries (`member_acts`) and vote hashes of these members. Returns how many they are, and the
 * restaurants that their acts concern, or null if those are too many to weigh separately.
 */
async function reckonMembers(
  database: Database,
  batches: AsyncIterable<number[]> | Iterable<number[]>,
  steps: Steps,
) {
  const touched = new Set<number>()
  let members = 0
  for await (const ids of batches) {
    await steps.runForEach('member', ids, async (some) => {
      for (const restaurant of await updateMemberActs(database, some))
        if (touched.size <= maxTouched) touched.add(restaurant)
      await hashVotes(database, some, thresholds.alikeVotes.is)
    })
    members += ids.length
  }
  const isFew = touched.size <= maxTouched
  return { members, touched: isFew ? [...touched].sort((a, b) => a - b) : null }
}

async function keep(database: Database, found: FoundCluster[], now: Date, steps: Steps) {
  for (const cluster of found)
    await steps.run({ cluster: cluster.key }, async () => {
      if (!(await isStored(database, cluster))) await storeCluster(database, cluster, now)
      await removeNoLongerSuspiciousMembers(database, cluster, now)
    })
  return found.length
}

async function readUntil(database: Database): Promise<Date | null> {
  const row = await database.selectFrom('weighed').select('until').executeTakeFirst()
  return row ? new Date(row.until.getTime() - late) : null
}

/**
 * Returns the first `limit` members, by id, who acted after `since`, or who are held and verified their address after
 * it. With `among`, only ids in that range count.
 */
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
    union select user_id from withdrawn_votes where withdrawn_at > ${since} ${within}
    union select user_id from (select id as user_id, email_verified_at from users where held_at is not null) held
           where email_verified_at > ${since} ${within}
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
    run: async () => void (await runWeighing(services)),
  },
  {
    name: 'weigh-trust-whole',
    every: '37 3 * * *',
    run: async () => void (await runWeighing(services, true)),
  },
]
