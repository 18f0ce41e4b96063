import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** How many of this database's statements wait for a lock, once it is at least `n`. */
export async function untilWaitingForLock({ database }: TestApp, n: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return Number(rows[0]!.count) >= n
  }, `Fewer than ${n} wait for a lock.`)
}

/** Runs `work` while a member's row is locked; what needs it goes on afterwards, in the order it came. */
export const whileLocked = <T>({ database }: TestApp, userId: number, work: () => Promise<T>) =>
  database.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    return work()
  })

/** Keeps the worker from all mails asked for during `work`, and waits until it has done them after. */
export async function holdBackMail<T>(
  { database, services }: TestApp,
  work: () => Promise<T>,
): Promise<T> {
  await sql`create or replace function hold_mail() returns trigger language plpgsql as $$
    begin
      if new.name = 'mail' then new.start_after := now() + interval '1 hour'; end if;
      return new;
    end $$`.execute(database)
  await sql`create trigger hold_mail before insert on pgboss.job
    for each row execute function hold_mail()`.execute(database)
  const done = await work()
  await sql`drop trigger hold_mail on pgboss.job`.execute(database)
  await sql`update pgboss.job set start_after = now() where name = 'mail' and start_after > now()`.execute(
    database,
  )
  // Addressed to nobody: it wakes the worker.
  await services.jobs.send('mail', { kind: 'verify', userId: 0 })
  await until(async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from pgboss.job
      where name = 'mail' and state < 'completed'`.execute(database)
    return Number(rows[0]!.count) === 0
  }, 'The mails held back were not written.')
  return done
}
