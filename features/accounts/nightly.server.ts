import { sql, type RawBuilder } from 'kysely'
import { forgetInAudit } from '#domain/audit.ts'
import { lockCountsOf } from '#domain/locks/lock-order.ts'
import { patience, patientStatementComment, transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { separateSteps } from '#platform/server/jobs/separate-steps.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { canUndoSql } from './credentials/email.server.ts'

/** How many accounts are deleted at once: alone, one with 350 votes takes forty times as long. */
const atOnce = 100
/** How many expired rows are deleted at once. No statement may take longer than ten seconds. */
const rowsAtOnce = 10_000
/** Days for which an open report waits for the text or photo of a deleted favorite to be saved again. */
const reportLifetime = 365
/** Days after which an account that isn't held gives up the mailbox of an earlier address (rules: one mailbox). */
const leftMailboxLifetime = 90

type Steps = ReturnType<typeof separateSteps>

async function forget({ database, clock }: Services, steps: Steps): Promise<void> {
  const now = clock.now()
  const expired = {
    sessions: sql`expires_at <= ${now}`,
    mail_tokens: sql`expires_at <= ${now}`,
    email_changes: sql`not ${canUndoSql(now)}`,
    mailboxes: sql`left_at <= ${now}::timestamptz - interval '1 day' * ${leftMailboxLifetime}
      and exists (select from users u where u.id = user_id and u.suspended_at is null)`,
    age_refusals: sql`expires_at <= ${now}`,
    rate_limits: sql`expire < ${now.getTime()}::bigint`,
    abuse_reports: sql`closed_at is null and created_at <= ${now}::timestamptz - interval '1 day' * ${reportLifetime}
      and yolo_id is not null and not exists (select from yolos y where y.id = yolo_id)`,
  }
  for (const [table, condition] of Object.entries(expired))
    await steps.run({ forget: table }, () => deleteRows(database, table, condition))
}

async function deleteRows(database: Database, table: string, condition: RawBuilder<unknown>) {
  let deleted: bigint | undefined
  do
    ({ numAffectedRows: deleted } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${rowsAtOnce} for update skip locked))`.execute(
      database,
    ))
  while (deleted === BigInt(rowsAtOnce))
}

/**
 * Deletes accounts and their data after the grace period (rules: leaving), some at a time: any number may leave on one
 * day, and a statement about several may take ten seconds.
 */
async function deleteExpiredAccounts(services: Services, steps: Steps): Promise<void> {
  const leavers = await services.database
    .selectFrom('users')
    .select('id')
    .where('delete_at', '<=', services.clock.now())
    .orderBy('id')
    .execute()
  for (let from = 0; from < leavers.length; from += atOnce) {
    const ids = leavers.slice(from, from + atOnce).map(({ id }) => id)
    await steps.runForEach('account', ids, (some) => deleteAccounts(services, some))
  }
}

/** Deletes those of these accounts whose members haven't come back. A job with retries notifies Apple. */
const deleteAccounts = ({ database, clock, jobs }: Services, wanted: number[]) =>
  transact(database, async (tx) => {
    const leavers = await tx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', wanted)
      .where('delete_at', '<=', clock.now())
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = leavers.map(({ id }) => id)
    if (ids.length === 0) return
    await lockCountsOf(tx, ids)
    // With an account its votes go, which may be tens of thousands, each of which is counted again. Of several accounts
    // that take too long, each half is tried by itself.
    if (ids.length === 1) await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(tx)
    const held = await tx
      .selectFrom('identities')
      .select('refresh_token')
      .where('user_id', 'in', ids)
      .where('refresh_token', 'is not', null)
      .execute()
    const seenByThemAlone = await tx
      .selectFrom('restaurants')
      .select('id')
      .where('added_by', 'in', ids)
      .where('unconfirmed', '=', true)
      .where('merged_into', 'is', null)
      .execute()
    await sql`${patientStatementComment} delete from users where id = any (${ids}::integer[])`.execute(
      tx,
    )
    await deleteUnsaved(
      tx,
      seenByThemAlone.map(({ id }) => id),
    )
    await forgetInAudit(tx, ids)
    for (const { refresh_token: refreshToken } of held)
      await jobs.send('apple-revoke', { refreshToken }, tx)
  })

/** Deletes those of these unconfirmed restaurants where nobody else has, or may restore, a favorite. */
const deleteUnsaved = (tx: Tx, restaurants: number[]) =>
  sql`
    delete from restaurants r
     where id = any (${restaurants}::integer[]) and unconfirmed
       and not exists (select from restaurants merged where merged.merged_into = r.id)
       and not exists (select from items i join yolos y on y.item_id = i.id where i.restaurant_id = r.id)`.execute(
    tx,
  )

export const nightlyQueue = (services: Services): JobQueue => ({
  name: 'sweep-accounts',
  every: '17 3 * * *',
  async run() {
    const steps = separateSteps(services.log)
    await forget(services, steps)
    await steps.run({ step: 'accounts' }, () => deleteExpiredAccounts(services, steps))
    steps.end()
  },
})
