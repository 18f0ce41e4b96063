import { sql, type RawBuilder, type Transaction } from 'kysely'
import { mayAnswerSql, ownAnswerSql, writeAnswer } from '#domain/answer-again.ts'
import { recordAudit } from '#domain/audit.ts'
import { auditSubjectOf } from '#domain/decisions.ts'
import { itemVisibleToViewerSql } from '#domain/merged.ts'
import { photoHiddenFromSql, memberVisibleSql, textHiddenFromSql } from '#domain/visible.ts'
import { lockViewer } from '#features/accounts/credentials/prove.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { transact, violatesConstraint } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database, Services } from '#platform/server/services.ts'
import {
  answerTakedown,
  alreadyAnswered,
  reportTargetNotFound,
  ownTakedowns,
  cannotReportOwn,
  reportAbuse,
  withdrawAbuseReport,
  takedownNotFound,
} from './contract.ts'
import type { AbuseKind, ReportReason } from './limits.ts'
import { dishOfYoloJsonSql } from './cases.server.ts'
import { contentOf, lockThing, type Thing } from './content.server.ts'
import { abuseAdminHandlers } from './admin.server.ts'

export { checks } from './checks.ts'
export * as calls from './contract.ts'
export const handlers = (services: Services) => [
  ...reportHandlers(services),
  ...abuseAdminHandlers(services),
]

const reportHandlers = ({ database, clock }: Services) => [
  implementCall(reportAbuse, async ({ input: { kind, id, reason, words }, viewer }) => {
    const details = { reason, words: words ?? '', at: clock.now() }
    if (!(await entered(database, viewer, { kind, id }, details))) {
      const own = mine(database, viewer, { kind, id }).select('id')
      const before = await own.executeTakeFirst()
      if (!before) throw reportTargetNotFound()
      await database
        .updateTable('abuse_reports')
        .set({ withdrawn_at: null })
        .where('id', 'in', own)
        .where('withdrawn_at', 'is not', null)
        .execute()
    }
    // Notifications about the reported member are now hidden, so the reporter's other devices must update.
    return { kind, id, reported: true }
  }),

  implementCall(withdrawAbuseReport, async ({ input: { kind, id }, viewer }) => {
    await withdraw(database, viewer, { kind, id }, clock.now())
    return { kind, id, reported: false }
  }),

  implementCall(ownTakedowns, async ({ viewer }) => {
    const { rows } = await sql<OutputOf<typeof ownTakedowns>[number]>`
      select t.id, t.kind, t.word, ${isoTimestampSql('t.created_at')} as at, ${ownAnswerSql(sql`t.answer`)} as answer,
             ${ownAnswerSql(isoTimestampSql('t.answered_at'))} as "answeredAt", ${dishOfYoloJsonSql},
             ${ownAnswerSql(sql`d.reason`)} as kept
        from takedowns t
        left join report_decisions d on d.subject = t.kind || 'answer ' || t.id and d.restored_at is null
        left join yolos y on y.id = t.yolo_id
        left join items i on i.id = y.item_id left join restaurants r on r.id = i.restaurant_id
       where t.member_id = ${viewer.id} and t.restored_at is null and (t.kind = 'member' or y.id is not null)
       order by t.id desc limit 100`.execute(database)
    return rows
  }),

  implementCall(answerTakedown, async ({ input: { id, answer: text }, viewer }) => {
    const now = clock.now()
    const answeredAt = await transact(database, async (tx) => {
      // Who is losing the account must not answer for its owner once the answers are given back.
      await lockViewer(tx, viewer)
      return answer(tx, viewer, { id, text, now })
    })
    if (answeredAt) return { id, answer: text, answeredAt: answeredAt.toISOString() }
    const takedown = await database
      .selectFrom('takedowns')
      .select(['member_id', 'restored_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (takedown && takedown.member_id !== viewer.id) throw notYours()
    if (!takedown || takedown.restored_at) throw takedownNotFound()
    throw alreadyAnswered()
  }),
]

type Answer = { id: number; text: string; now: Date }

/** Answers a takedown of the viewer, who is locked. Returns when, or undefined if there is none that they may answer. */
async function answer(tx: Transaction<DB>, viewer: Viewer, { id, text, now }: Answer) {
  const open = sql`
    takedowns t where t.id = ${id} and t.member_id = ${viewer.id} and t.restored_at is null and ${mayAnswerSql}`
  // An admin who decides on the answer of before has locked its text or photo.
  await sql`
    select from yolos where id = (select t.yolo_id from ${open}) for no key update`.execute(tx)
  const { rows } = await sql<{ kind: AbuseKind; yoloId: number | null; answer: string | null }>`
    select t.kind, t.yolo_id as "yoloId", t.answer from ${open} for update`.execute(tx)
  const [before] = rows
  if (!before) return undefined
  if (before.answer !== null) {
    const subject = auditSubjectOf({ about: before.kind, id: before.yoloId ?? viewer.id })
    const change = { before: { answer: before.answer, memberId: viewer.id }, after: {}, at: now }
    await recordAudit(tx, viewer, 'abuse.answer-again', subject, change)
  }
  const takedown = { table: 'takedowns', id, subject: `${before.kind}answer ${id}` } as const
  return writeAnswer(tx, takedown, { text, by: viewer.id, now })
}

/**
 * Deletes the viewer's reports of a thing, and of the same text or photo at its member's other favorites. Those on which
 * admins have decided are only marked as withdrawn. The viewer then sees the thing again. If they report it again after
 * a decision, it is only hidden from them again. It isn't put before the admins, because otherwise one member could make
 * them decide on the same thing any number of times.
 */
async function withdraw(database: Database, viewer: Viewer, thing: Thing, at: Date) {
  const own = mine(database, viewer, thing).select('id')
  await database
    .updateTable('abuse_reports')
    .set({ withdrawn_at: at })
    .where('id', 'in', own)
    .where('closed_at', 'is not', null)
    .execute()
  await database
    .deleteFrom('abuse_reports')
    .where('id', 'in', own)
    .where('closed_at', 'is', null)
    .execute()
}

/** Query of the viewer's own reports of a thing, and of the same text or photo at its member's other favorites. */
function mine(database: Database, { id: viewer }: Viewer, { kind, id }: Thing) {
  const own = database
    .selectFrom('abuse_reports')
    .where('reporter_id', '=', viewer)
    .where('kind', '=', kind)
  if (kind === 'member') return own.where('member_id', '=', id)
  const content = own.where('yolo_id', '=', id).select(['member_id', 'content_hash'])
  return own.where(sql<boolean>`(yolo_id = ${id} or (member_id, content_hash) in (${content}))`)
}

type ReportDetails = { reason: ReportReason; words: string; at: Date }

/**
 * Stores the report if the thing exists, can be seen, and was not reported by this member before; another text or photo
 * at the same favorite is another thing, as is a member with another name, bio or picture. Returns whether it did.
 */
async function entered(database: Database, viewer: Viewer, thing: Thing, details: ReportDetails) {
  const { kind } = thing
  const isAtVisibleItem = sql`
    exists (select from users u join items i on i.id = y.item_id and ${itemVisibleToViewerSql(viewer.id)}
             where u.id = y.user_id and ${memberVisibleSql('u')})`
  const isShown: Record<AbuseKind, RawBuilder<unknown>> = {
    text: sql`not ${textHiddenFromSql(null, 'y')} and ${isAtVisibleItem}`,
    photo: sql`not ${photoHiddenFromSql(null, 'y')} and ${isAtVisibleItem}`,
    member: memberVisibleSql('u'),
  }
  try {
    return await transact(database, async (tx) => {
      // An admin's decision on the thing, or a change of it, waits until the report is written, or the other way round.
      await lockThing(tx, thing, 'share')
      const found = await contentOf(tx, thing, isShown[kind])
      if (!found?.isThere) return false
      const made = await tx
        .insertInto('abuse_reports')
        .values({
          yolo_id: kind === 'member' ? null : thing.id,
          member_id: found.memberId,
          seen: found.text,
          content_hash: found.hash,
          reporter_id: viewer.id,
          kind,
          reason: details.reason,
          words: details.words,
          created_at: details.at,
        })
        .onConflict((same) => same.doNothing())
        .returning('id')
        .executeTakeFirst()
      return made !== undefined
    })
  } catch (error) {
    if (violatesConstraint(error, 'abuse_reports_not_own')) throw cannotReportOwn()
    if (violatesConstraint(error, 'abuse_reports_reporter_id_fkey')) throw notLoggedIn()
    // The reported member, or the author of the text or photo, was deleted between the check and the write.
    if (violatesConstraint(error, 'abuse_reports_member_id_fkey')) throw reportTargetNotFound()
    throw error
  }
}
