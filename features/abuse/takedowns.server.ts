import { sql, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import {
  abuseReportOpenSql,
  decideReports,
  auditSubjectOf,
  undoDecision,
} from '#domain/decisions.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { sendMail } from '#features/mail/send.server.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { cannotTakeDownStaff, reportTargetNotFound } from './contract.ts'
import { contentOf, hashBehindTakedown, lockThing, type Thing } from './content.server.ts'

type Tx = Transaction<DB>

const named = (kind: Thing['kind']) => (kind === 'member' ? 'your account' : `a ${kind} of yours`)
type Actor = { id: number; actingUserId: number | null }

const reported = ({ kind, id }: Thing) => ({ about: kind, id })

/** Takes down a thing, with a message to its author. Returns false if it is taken down already. */
export async function takeDown(
  services: Services,
  tx: Tx,
  actor: Actor,
  { kind, id }: Thing,
  word: string,
): Promise<boolean> {
  if (kind === 'member' && privilegedUserIds.includes(id)) throw cannotTakeDownStaff()
  const at = services.clock.now()
  await lockThing(tx, { kind, id }, 'no key update')
  const found = await contentOf(tx, { kind, id })
  const reportedBefore = await reportedHashes(tx, { kind, id })
  // What was reported is taken down, too, if its author has removed it since.
  if (!found || !(found.isThere || reportedBefore.length > 0)) throw reportTargetNotFound()
  const { memberId, text, audited, hash } = found
  const made = await tx
    .insertInto('takedowns')
    .values({
      kind,
      yolo_id: kind === 'member' ? null : id,
      member_id: memberId,
      content_hash: kind === 'member' ? null : hash,
      reported_hashes: reportedBefore,
      seen: text,
      word,
      actor_id: actor.id,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  const open = await decideReports(tx, reported({ kind, id }), {
    decision: 'remove',
    reason: word,
    memberId,
    actorId: actor.id,
    at,
    evenIfUnreported: true,
  })
  await recordAudit(tx, actor, 'abuse.take-down', auditSubjectOf(reported({ kind, id })), {
    before: { ...audited, memberId, open },
    after: { word },
    at,
  })
  await sendMail(
    services,
    { kind: 'taken-down', userId: memberId, facts: { what: named(kind), reason: word } },
    tx,
  )
  return true
}

/** Returns the hashes of the texts or photos that open reports of a thing are about; none for a member. */
async function reportedHashes(tx: Tx, { kind, id }: Thing): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select distinct r.content_hash as hash from abuse_reports r
     where r.yolo_id = ${id} and r.kind = ${kind} and ${abuseReportOpenSql} and r.content_hash is not null
      `.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** Dismisses the open reports of a thing, and closes those of what is there now. Returns how many there were. */
export async function dismissReports(
  tx: Tx,
  actor: Actor,
  { kind, id }: Thing,
  { reason, at }: { reason: string; at: Date },
): Promise<number> {
  await lockThing(tx, { kind, id }, 'no key update')
  const found = await contentOf(tx, { kind, id })
  const dismissed = await decideReports(tx, reported({ kind, id }), {
    decision: 'dismiss',
    reason,
    memberId: found?.memberId ?? null,
    actorId: actor.id,
    at,
    shown: found?.hash ?? null,
  })
  if (dismissed > 0)
    await recordAudit(tx, actor, 'abuse.dismiss', auditSubjectOf(reported({ kind, id })), {
      before: { open: dismissed },
      after: { open: 0, ...(reason && { reason }) },
      at,
    })
  return dismissed
}

/**
 * Ends a takedown, so that the thing is shown again. Returns false if it wasn't taken down. What was taken down stays
 * refused unless it is what stands there now, because the admin shows only that again; a member's name, bio or picture
 * isn't refused, but its reports open again when it is back. `reopen` opens all reports at once, as if nobody had decided
 * on them, so that what was reported before it was replaced may come back before admins.
 */
export async function endTakedown(
  services: Services,
  tx: Tx,
  actor: Actor,
  { kind, id }: Thing,
  { reopen }: { reopen: boolean },
): Promise<boolean> {
  const at = services.clock.now()
  // Locks the thing before its takedown, in the same order as `takeDown`, so that the two can't deadlock.
  await lockThing(tx, { kind, id }, 'no key update')
  const shown = await hashBehindTakedown(tx, { kind, id })
  const lifted = await tx
    .updateTable('takedowns')
    .set({
      restored_at: at,
      ended_hash: sql`content_hash`,
      content_hash: shown === undefined ? null : sql`nullif(content_hash, ${shown}::bytea)`,
      reported_hashes:
        shown === undefined || reopen ? [] : sql`array_remove(reported_hashes, ${shown}::bytea)`,
    })
    .where('kind', '=', kind)
    .where(kind === 'member' ? 'member_id' : 'yolo_id', '=', id)
    .where('restored_at', 'is', null)
    .returning(['id', 'member_id', 'word', 'answer'])
    .executeTakeFirst()
  if (!lifted) return false
  const { member_id: userId, id: _id, ...before } = lifted
  await undoDecision(tx, reported({ kind, id }), 'remove', {
    actorId: actor.id,
    at,
    reopen,
    shown: kind === 'member' && !reopen ? shown : null,
  })
  await recordAudit(tx, actor, 'abuse.restore', auditSubjectOf(reported({ kind, id })), {
    before: { ...before, memberId: userId },
    after: {},
    at,
  })
  await sendMail(services, { kind: 'restored', userId, facts: { what: named(kind) } }, tx)
  return true
}

/**
 * Undoes the end of a takedown: with the word and the answer that it had, by the decision of then, which takes the open
 * reports with it. Returns false if another takedown stands meanwhile, or the thing is gone.
 */
export async function resumeTakedown(
  services: Services,
  tx: Tx,
  actor: Actor,
  { id, thing }: { id: number; thing: Thing },
): Promise<boolean> {
  await lockThing(tx, thing, 'no key update')
  const found = await contentOf(tx, thing)
  if (!found) return false
  const subject = auditSubjectOf(reported(thing))
  const { rows } = await sql<{ word: string; actorId: number; at: Date }>`
    update takedowns t
       set restored_at = null,
           content_hash = coalesce(ended_hash, content_hash),
           ended_hash = null
     where id = ${id} and restored_at is not null
       and not exists (select from takedowns o where o.kind = t.kind and o.member_id = t.member_id
                          and o.yolo_id is not distinct from t.yolo_id and o.restored_at is null)
    returning word, actor_id as "actorId", created_at as at`.execute(tx)
  const [takedown] = rows
  if (!takedown) return false
  const { word, actorId, at } = takedown
  const { memberId, audited } = found
  const facts = { decision: 'remove', reason: word, memberId, actorId, at } as const
  const open = await decideReports(tx, reported(thing), { ...facts, evenIfUnreported: true })
  await takeReportsBack(tx, id, subject)
  await recordAudit(tx, actor, 'abuse.take-down', subject, {
    before: { ...audited, memberId, open },
    after: { word },
    at: services.clock.now(),
  })
  await sendMail(
    services,
    { kind: 'taken-down', userId: memberId, facts: { what: named(thing.kind), reason: word } },
    tx,
  )
  return true
}

/**
 * Gives a takedown that stands again the reports that led to it: they were closed at its moment and left settled, or wait
 * for another name, bio or picture.
 */
async function takeReportsBack(tx: Tx, id: number, subject: string): Promise<void> {
  const led = sql`
    r.kind = t.kind and r.member_id = t.member_id and r.yolo_id is not distinct from t.yolo_id and r.closed_at = t.created_at`
  const ofTakedown = sql`d.subject = ${subject} and d.decided_at = t.created_at`
  await sql`
    update abuse_reports r set closed_at = t.created_at, decision_id = null from takedowns t, report_decisions d
     where t.id = ${id} and ${ofTakedown} and d.restored_at is not null and r.decision_id = d.id`.execute(
    tx,
  )
  await sql`
    update abuse_reports r set decision_id = d.id from takedowns t, report_decisions d
     where t.id = ${id} and ${led} and r.decision_id is null and ${ofTakedown} and d.restored_at is null`.execute(
    tx,
  )
  await sql`
    update takedowns t set reported_hashes = array(
      select unnest(t.reported_hashes) union
      select r.content_hash from abuse_reports r where ${led} and r.content_hash is not null)
     where t.id = ${id} and t.kind <> 'member'`.execute(tx)
}
