import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

/** What no feature owns: the database itself and its jobs. */
export const checks: Checks = [
  {
    name: 'indexes',
    says: 'every index can be used',
    broken: sql`select indexrelid::regclass::text as id from pg_index where not (indisvalid and indisready)`,
  },
  {
    name: 'constraints',
    says: 'every constraint was checked for the rows that were there before it',
    broken: sql`select conname as id from pg_constraint where not convalidated`,
  },
  {
    name: 'triggers',
    says: 'every trigger is switched on',
    broken: sql`
      select tgrelid::regclass || '.' || tgname as id from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = 'public'::regnamespace and tgenabled <> 'O' and not tgisinternal`,
  },
  {
    name: 'jobs-failed',
    says: 'no job has been given up',
    broken: sql`select name || ' ' || id as id from pgboss.job where state = 'failed'`,
  },
  {
    name: 'jobs-late',
    says: 'no job waits for more than a quarter of an hour after its time',
    broken: sql`
      select name || ' ' || id as id from pgboss.job
       where state in ('created', 'retry') and start_after < now() - interval '15 minutes'`,
  },
]
