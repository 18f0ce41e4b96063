import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Waits until at least `n` statements in this database wait for a lock. */
export async function untilWaitingForLock({ database }: TestApp, n: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return Number(rows[0]!.count) >= n
  }, `Fewer than ${n} wait for a lock.`)
}

/**
 * Runs `work` while a member's row is locked. Whatever needs the row continues afterwards, in the order in which it
 * came.
 */
export const whileLocked = <T>({ database }: TestApp, userId: number, work: () => Promise<T>) =>
  database.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    return work()
  })

/** Delays all mails that are queued during `work`, and waits afterwards until the worker has processed them. */
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
  // This mail has no recipient. Its only purpose is to wake the worker.
  await services.jobs.send('mail', { kind: 'verify', userId: 0 })
  await until(async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from pgboss.job
      where name = 'mail' and state < 'completed'`.execute(database)
    return Number(rows[0]!.count) === 0
  }, 'The mails held back were not written.')
  return done
}
