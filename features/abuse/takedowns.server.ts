import { sql, type RawBuilder, type Transaction } from 'kysely'
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
import type { AbuseKind } from './limits.ts'
import { textHash } from '#domain/moderated-content.ts'

type Tx = Transaction<DB>
type Thing = { kind: AbuseKind; id: number }
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
  const found = await shownOf(tx, { kind, id })
  if (!found) throw reportTargetNotFound()
  const { memberId, photoHash = null, ...before } = found
  const made = await tx
    .insertInto('takedowns')
    .values({
      kind,
      yolo_id: kind === 'member' ? null : id,
      member_id: memberId,
      content_hash: kind === 'text' ? textHash(before.description ?? '') : photoHash,
      reported_hashes: reportedHashes({ kind, id }),
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
    before: { ...before, memberId, open },
    after: { word },
    at,
  })
  await sendMail(services, { kind: 'taken-down', userId: memberId, takedownId: made.id }, tx)
  return true
}

/** SQL for the hashes of the texts or photos that open reports of a thing are about. */
const reportedHashes = ({ kind, id }: Thing) => sql<Buffer[]>`
  array(select distinct r.content_hash from abuse_reports r
         where r.yolo_id = ${id} and r.kind = ${kind} and ${abuseReportOpenSql} and r.content_hash is not null)`

/** Closes the open reports of a thing. Returns how many there were. */
export async function dismissReports(
  tx: Tx,
  actor: Actor,
  { kind, id }: Thing,
  { reason, at }: { reason: string; at: Date },
): Promise<number> {
  const whose =
    kind === 'member'
      ? { memberId: id }
      : await tx
          .selectFrom('yolos')
          .select('user_id as memberId')
          .where('id', '=', id)
          .executeTakeFirst()
  const dismissed = await decideReports(tx, reported({ kind, id }), {
    decision: 'dismiss',
    reason,
    memberId: whose?.memberId ?? null,
    actorId: actor.id,
    at,
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
 * Ends a takedown, so that the thing is shown again. Returns false if it wasn't taken down. `reopen` also opens its
 * reports again, as if nobody had decided on them.
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
  const table = sql.table(kind === 'member' ? 'users' : 'yolos')
  await sql`select from ${table} where id = ${id} for no key update`.execute(tx)
  const lifted = await tx
    .updateTable('takedowns')
    .set({ restored_at: at })
    .where('kind', '=', kind)
    .where(kind === 'member' ? 'member_id' : 'yolo_id', '=', id)
    .where('restored_at', 'is', null)
    .returning(['id', 'member_id', 'word', 'answer'])
    .executeTakeFirst()
  if (!lifted) return false
  const { id: takedownId, member_id: userId, ...before } = lifted
  await undoDecision(tx, reported({ kind, id }), 'remove', { actorId: actor.id, at, reopen })
  await recordAudit(tx, actor, 'abuse.restore', auditSubjectOf(reported({ kind, id })), {
    before: { ...before, memberId: userId },
    after: {},
    at,
  })
  await sendMail(services, { kind: 'restored', userId, takedownId }, tx)
  return true
}

type Shown = {
  memberId: number
  userName?: string
  bio?: string
  description?: string
  photo?: string
  photoHash?: Buffer | null
}

/**
 * Returns whose a thing is and its current content, or undefined if it doesn't exist. Locks the row of the member or
 * yolo until the transaction ends.
 */
async function shownOf(tx: Tx, { kind, id }: Thing) {
  const queries: Record<AbuseKind, RawBuilder<Shown>> = {
    member: sql`select id as "memberId", user_name as "userName", bio from users where id = ${id} for no key update`,
    text: sql`select user_id as "memberId", description from yolos where id = ${id} and description <> '' for no key update`,
    photo: sql`select y.user_id as "memberId", p.name as photo, p.content_hash as "photoHash" from yolos y join photos p on p.yolo_id = y.id
                where y.id = ${id} for no key update of y`,
  }
  const { rows } = await queries[kind].execute(tx)
  return rows[0]
}
