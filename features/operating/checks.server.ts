import { sql, type RawBuilder } from 'kysely'
import type { Checks } from '#platform/server/check.ts'
import type { Database } from '#platform/server/services.ts'

/** What no feature owns: the database itself and its jobs. */
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
    name: 'replicas',
    description: 'every replica of DATABASE_READ_URLS can be read from',
    async find({ reads }) {
      const some = (await reads.states()).flatMap(({ leftOut }, index) =>
        leftOut === null || leftOut === 'primary' ? [] : [`number ${index + 1} (${leftOut})`],
      )
      return { count: some.length, some }
    },
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

/** A site that was restored has no queue before it starts. */
async function jobs(database: Database, wanted: RawBuilder<unknown>) {
  const { rows: queues } = await sql`select where to_regclass('pgboss.job') is not null`.execute(
    database,
  )
  if (queues.length === 0) return { count: 0, some: [] }
  const { rows } = await sql<{ id: string }>`
    select name || ' ' || id as id from pgboss.job where ${wanted} order by id`.execute(database)
  return { count: rows.length, some: rows.slice(0, 5).map(({ id }) => id) }
}
