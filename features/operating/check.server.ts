import { sql, type RawBuilder } from 'kysely'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import { transact } from '#platform/server/database/database.ts'
import { hasJobs } from './jobs.server.ts'
import type { Check, Checks, Violations, CustomCheck } from '#platform/server/check.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { StorageUnavailableError } from '#platform/server/storage/storage.ts'

type Result = { found: Violations; left: Violations | null }
/** `away` is why a check couldn't be made. */
type Outcome = { check: Check | CustomCheck } & (Result | { away: string })

const batch = 500

/**
 * Returns how many things break a rule, and the ids of the first five. The database counts them, so that memory use
 * doesn't grow.
 */
export async function violationsIn(database: Database, { violations }: Check): Promise<Violations> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id::text, count(*) over ()::integer as count from (${violations}) broken order by broken.id limit 5`.execute(
    database,
  )
  return { count: rows[0]?.count ?? 0, examples: rows.map(({ id }) => id) }
}

const search = (services: Services, check: Check | CustomCheck): Promise<Violations> =>
  'find' in check ? check.find(services) : violationsIn(services.database, check)

/**
 * Runs every check, but for those that need the store of photos while that is away. With `repair` it repairs values that
 * follow from other rows, and then checks again.
 */
export async function* runChecks(
  services: Services,
  checks: Checks,
  repair: boolean,
): AsyncGenerator<Outcome> {
  for (const check of checks) {
    const result = await resultOf(services, check, repair).catch((error: unknown) => {
      if (error instanceof StorageUnavailableError) return { away: error.message }
      throw error
    })
    yield { check, ...result }
  }
}

async function resultOf(
  services: Services,
  check: Check | CustomCheck,
  repair: boolean,
): Promise<Result> {
  const found = await search(services, check)
  if (!repair || found.count === 0 || !check.repair) return { found, left: null }
  await mend(services, check)
  const left = await search(services, check)
  await recordAudit(services.database, operatorActor, 'check.repair', check.name, {
    before: found,
    after: left,
  })
  return { found, left }
}

async function mend(services: Services, check: Check | CustomCheck): Promise<void> {
  if ('find' in check) return check.repair?.(services)
  const { lock, set } = check.repair!
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: number }>`
      select distinct id from (${check.violations}) broken order by id limit ${batch}`.execute(
      services.database,
    )
    const ids = rows.map(({ id }) => id)
    // If a repair leaves the same rows as before, it can't mend them, so a person must.
    if (ids.length === 0 || ids.join() === last) return
    last = ids.join()
    await transact(services.database, async (tx) => {
      // Locks in a separate statement, so that the next one reads the rows that it sums up only after the lock.
      await sql`select 1 from ${sql.table(lock)} where id = any (${ids}::integer[]) order by id for no key update`.execute(
        tx,
      )
      await set(ids).execute(tx)
    })
  }
}

/** Checks of what belongs to no feature: the database itself, its replicas and the jobs. */
export const checks: Checks = [
  {
    name: 'indexes',
    description: 'every index can be used',
    violations: sql`select indexrelid::regclass::text as id from pg_index where not (indisvalid and indisready)`,
  },
  {
    name: 'constraints',
    description: 'every constraint was checked for the rows that were there before it',
    violations: sql`select conname as id from pg_constraint where not convalidated`,
  },
  {
    name: 'triggers',
    description: 'every trigger is switched on',
    violations: sql`
      select tgrelid::regclass || '.' || tgname as id from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = 'public'::regnamespace and tgenabled <> 'O' and not tgisinternal`,
  },
  {
    name: 'jobs-failed',
    description: 'no job has been given up',
    find: ({ database }) => jobs(database, sql`state = 'failed'`),
  },
  {
    name: 'jobs-late',
    description: 'no job waits for more than a quarter of an hour after its time',
    find: ({ database }) =>
      jobs(
        database,
        sql`state in ('created', 'retry') and start_after < now() - interval '15 minutes'`,
      ),
  },
]

/** Finds the jobs that meet a condition. */
async function jobs(database: Database, wanted: RawBuilder<unknown>) {
  if (!(await hasJobs(database))) return { count: 0, examples: [] }
  const { rows } = await sql<{ id: string }>`
    select name || ' ' || id as id from pgboss.job where ${wanted} order by id`.execute(database)
  return { count: rows.length, examples: rows.slice(0, 5).map(({ id }) => id) }
}
