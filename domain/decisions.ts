import { sql, type SqlBool, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { recordAudit } from './audit.ts'

// Admins' decisions on reported things (rules: decisions on reports). A report refers to its decision, so that the
// decision can be undone, and so that it can be counted how often a member's reports were right.

type Tx = Transaction<DB>
export type Decision = 'remove' | 'dismiss'
export type ReportTargetKind = 'item' | 'restaurant' | 'text' | 'photo' | 'member'
export type ReportTarget = { about: ReportTargetKind; id: number }

const tables = {
  expired: { reports: sql.table('item_reports'), done: sql.ref('cleared_at') },
  closed: { reports: sql.table('restaurant_reports'), done: sql.ref('cleared_at') },
  abuse: { reports: sql.table('abuse_reports'), done: sql.ref('closed_at') },
}
type Kind = keyof typeof tables

export function reportKindOf(about: ReportTargetKind): Kind {
  if (about === 'item') return 'expired'
  return about === 'restaurant' ? 'closed' : 'abuse'
}

/** Returns the name of a thing in the audit and in `report_decisions.subject`. */
export const auditSubjectOf = ({ about, id }: ReportTarget) =>
  about === 'text' || about === 'photo' ? `${about} of yolo ${id}` : `${about} ${id}`

/** SQL condition: row `r` is an open report of this thing, neither decided nor cleared. */
function open({ about, id }: ReportTarget) {
  if (about === 'item')
    return sql`r.item_id = ${id} and r.cleared_at is null and r.decision_id is null`
  if (about === 'restaurant')
    return sql`r.restaurant_id = ${id} and r.cleared_at is null and r.decision_id is null`
  const of = about === 'member' ? sql`r.member_id` : sql`r.yolo_id`
  return sql`${of} = ${id} and r.kind = ${about} and ${abuseReportOpenSql}`
}

/** SQL condition: row `r` of `abuse_reports` waits for a decision. */
export const abuseReportOpenSql = sql<SqlBool>`r.closed_at is null and r.decision_id is null`

/**
 * SQL that closes a report `r` at a decision. Reports of a removed item or restaurant stay open, so that it stays hidden
 * if its deletion is undone without undoing this decision. So do dismissed reports of a text, photo or member that was
 * another one: the admin has dismissed what is there now, so they wait for a decision again if the reported one is back.
 */
function closing(
  { about }: ReportTarget,
  { decision, at, shown = null }: Pick<Facts, 'decision' | 'at' | 'shown'>,
) {
  const kind = reportKindOf(about)
  if (decision === 'remove' && kind !== 'abuse') return sql``
  return decision === 'dismiss' && kind === 'abuse'
    ? sql`, closed_at = case when r.content_hash is null or r.content_hash = ${shown}::bytea then ${at}::timestamptz end`
    : sql`, ${tables[kind].done} = ${at}`
}

const withdrawals = {
  item: { reports: sql.table('item_reports'), id: sql.ref('item_id'), action: 'item.on-menu' },
  restaurant: {
    reports: sql.table('restaurant_reports'),
    id: sql.ref('restaurant_id'),
    action: 'restaurant.open',
  },
}

/**
 * Takes back a member's report of an item or a restaurant, unless an admin has decided on the report. An admin's own
 * report can always be taken back. Returns whether the member still has a report that couldn't be taken back. A report
 * that helped to hide the thing isn't deleted but marked as withdrawn: it no longer counts, the member can't report the
 * thing again, and the report waits for an admin's decision. Otherwise the same five members could hide the thing as
 * often as they like, before or after a decision.
 */
export async function withdrawReport(
  tx: Tx,
  { about, id }: { about: 'item' | 'restaurant'; id: number },
  member: Parameters<typeof recordAudit>[1],
  at: Date,
): Promise<boolean> {
  const { reports, id: subject, action } = withdrawals[about]
  const own = sql`${subject} = ${id} and user_id = ${member.id}`
  await lockReported(tx, { about, id })
  await sql`
    update ${reports} set withdrawn_at = ${at}
     where ${own} and hid_at is not null and decision_id is null and not confirms and withdrawn_at is null`.execute(
    tx,
  )
  const { rows } = await sql<{ confirms: boolean }>`
    delete from ${reports} where ${own} and (decision_id is null or confirms) and withdrawn_at is null returning confirms`.execute(
    tx,
  )
  if (rows[0]?.confirms) await recordAudit(tx, member, action, `${about} ${id}`, { at })
  const { rows: left } = await sql`
    select from ${reports} where ${own} and withdrawn_at is null`.execute(tx)
  return left.length > 0
}

/** Locks a reported item or restaurant before its reports (see reports.sql). */
async function lockReported(tx: Tx, { about, id }: ReportTarget): Promise<void> {
  if (about === 'item' || about === 'restaurant')
    await sql`
      select from ${sql.table(`${about}s`)} where id = ${id} for no key update`.execute(tx)
}

type Facts = {
  decision: Decision
  reason: string
  /** The member whose text, photo or account is reported; null for an item or restaurant. */
  memberId: number | null
  actorId: number
  at: Date
  /** The hash of the text, photo or member that is there. */
  shown?: Buffer | null
  /** True to record the decision even if nobody reported the thing. */
  evenIfUnreported?: boolean
}

/**
 * Records a decision and links every open report of the thing to it. Returns the number of those reports: 0 if there
 * are none, for example because another admin decided first.
 */
export async function decideReports(tx: Tx, thing: ReportTarget, facts: Facts): Promise<number> {
  const { decision, reason, memberId, actorId, at, evenIfUnreported = false } = facts
  const { reports } = tables[reportKindOf(thing.about)]
  const subject = auditSubjectOf(thing)
  await lockReported(tx, thing)
  const made = await sql<{ id: number }>`
    insert into report_decisions (kind, subject, member_id, round, decision, reason, actor_id, decided_at)
    select ${reportKindOf(thing.about)}, ${subject}, ${memberId}::integer, ${nextDecisionNumber(subject)}, ${decision}, ${reason},
           ${actorId}, ${at}
     where ${evenIfUnreported}::boolean or exists (select 1 from ${reports} r where ${open(thing)})
    on conflict do nothing returning id`.execute(tx)
  const id = made.rows[0]?.id
  if (id === undefined) return 0
  const { numAffectedRows = 0n } = await sql`
    update ${reports} r set decision_id = ${id} ${closing(thing, facts)} where ${open(thing)}`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** SQL for the number (`round`) of the next decision on a subject, from 1. Undone decisions don't count. */
export const nextDecisionNumber = (subject: string) => sql<number>`
  (select coalesce(max(round), 0) + 1 from report_decisions where subject = ${subject} and restored_at is null)`

type Undoing = {
  actorId: number
  at: Date
  /**
   * True to open its reports again. False to leave them settled without a decision, so that they count neither as right
   * nor as wrong.
   */
  reopen: boolean
  /**
   * The hash of the member who is shown again without `reopen`. Reports of another name, bio or picture then wait for a
   * decision if it is back, as after a dismissal (see `closing`).
   */
  shown?: Buffer | null
}

/** Undoes the newest decision on `thing` if it equals `decision`. Returns whether it did. */
export async function undoDecision(
  tx: Tx,
  thing: ReportTarget,
  decision: Decision,
  { actorId, at, reopen, shown = null }: Undoing,
): Promise<boolean> {
  const { reports, done } = tables[reportKindOf(thing.about)]
  await lockReported(tx, thing)
  const undone = await sql<{ id: number }>`
    update report_decisions set restored_at = ${at}, restored_by = ${actorId}
     where restored_at is null and decision = ${decision} and id = (
       select id from report_decisions where subject = ${auditSubjectOf(thing)} and restored_at is null
        order by round desc limit 1)
    returning id`.execute(tx)
  const id = undone.rows[0]?.id
  if (id === undefined) return false
  await sql`
    update ${reports} set decision_id = null ${reopen ? sql`, ${done} = null` : sql``}
     where decision_id = ${id} ${shown ? sql`and coalesce(content_hash, ${shown}) = ${shown}` : sql``}`.execute(
    tx,
  )
  if (shown)
    // What its reporter took back doesn't wait.
    await sql`
      update ${reports} set ${done} = case when withdrawn_at is null then null else ${done} end,
                            decision_id = case when withdrawn_at is null then decision_id end
       where decision_id = ${id}`.execute(tx)
  return true
}

/**
 * Returns, by member, how many of their earlier reports led to a removal (`confirmed`) and how many were dismissed. What
 * was at several favorites counts once, and nothing if it wasn't there any more when the report was dismissed. Members
 * without decided reports are left out.
 */
export async function reporterRecords(database: Database, members: number[]) {
  const decided = (['expired', 'closed'] as const).map(
    (kind) => sql`
      select r.user_id as member, d.decision from ${tables[kind].reports} r
        join report_decisions d on d.id = r.decision_id where r.user_id = any (${members}::integer[])`,
  )
  decided.push(sql`
    (select distinct on (r.reporter_id, r.member_id, r.kind, coalesce(r.content_hash, int4send(r.id)), d.decision)
            r.reporter_id, d.decision
       from abuse_reports r join report_decisions d on d.id = r.decision_id
      where r.reporter_id = any (${members}::integer[]) and r.closed_at is not null)`)
  const { rows } = await sql<{ member: number; confirmed: number; dismissed: number }>`
    select member, count(*) filter (where decision = 'remove')::integer as confirmed,
           count(*) filter (where decision = 'dismiss')::integer as dismissed
      from (${sql.join(decided, sql` union all `)}) decided group by member`.execute(database)
  return new Map(rows.map(({ member, ...record }) => [member, record]))
}
