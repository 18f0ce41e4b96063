import { sql, type Transaction } from 'kysely'
import { mayAnswerSql, ownAnswerSql, writeAnswer } from '#domain/answer-again.ts'
import { recordAudit } from '#domain/audit.ts'
import { answerWaitsSql, holdMembers, releaseMembers, takeHoldOver } from '#domain/holds.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { lockViewer } from '#features/accounts/credentials/prove.server.ts'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import {
  holdAlreadyAnswered,
  answerHold,
  holdMember,
  memberNotFound,
  noHoldToAnswer,
  ownHold,
  releaseMember,
  cannotHoldStaff,
} from './contract.ts'

export { checks } from './checks.ts'
export * as calls from './contract.ts'

export const handlers = ({ database, clock }: Services) => [
  implementCall(holdMember, async ({ input: { userId, reason }, viewer }) => {
    if (privilegedUserIds.includes(userId)) throw cannotHoldStaff()
    return transact(database, async (tx) => {
      const now = clock.now()
      const [held] = await holdMembers(tx, { members: [userId], reason, by: viewer.id, now })
      const hold = await standingHold(tx, userId)
      if (!hold) throw memberNotFound()
      const isTakenOver =
        held === undefined && (await takeHoldOver(tx, { member: userId, reason, by: viewer.id }))
      const changed = held !== undefined || isTakenOver
      if (changed)
        await recordAudit(tx, viewer, 'member.hold', `member ${userId}`, {
          ...(isTakenOver && { before: { reason: hold.reason } }),
          after: { reason },
          at: now,
        })
      const heldAt = hold.held_at.toISOString()
      return { userId, changed, reason: changed ? reason : hold.reason, heldAt }
    })
  }),

  implementCall(releaseMember, async ({ input: { userId, reason }, viewer }) =>
    transact(database, async (tx) => {
      const now = clock.now()
      const hold = await standingHold(tx, userId)
      const [released] = await releaseMembers(tx, { members: [userId], by: viewer.id, now })
      if (released)
        await recordAudit(tx, viewer, 'member.release', `member ${userId}`, {
          before: hold && { reason: hold.reason, ...(hold.answer && { answer: hold.answer }) },
          after: reason ? { reason } : {},
          at: now,
        })
      else if (!(await isMember(tx, userId))) throw memberNotFound()
      return { userId, changed: released !== undefined }
    }),
  ),

  implementCall(ownHold, async ({ viewer }) => {
    const hold = await standingHold(database, viewer.id)
    return {
      hold: hold
        ? {
            reason: hold.reason,
            byRule: hold.by_admin === null,
            heldAt: hold.held_at.toISOString(),
            answer: hold.ownAnswer,
            answeredAt: hold.ownAnsweredAt?.toISOString() ?? null,
            kept: hold.ownAnswer !== null && !hold.waits,
          }
        : null,
    }
  }),

  implementCall(answerHold, async ({ input: { text }, viewer }) => {
    const now = clock.now()
    const answeredAt = await transact(database, async (tx) => {
      // Who is losing the account must not answer for its owner once the answer is given back. An admin who decides on
      // the answer of before locks the member, too.
      await lockViewer(tx, viewer)
      return answer(tx, viewer, { text, now })
    })
    if (answeredAt) return { answer: text, answeredAt: answeredAt.toISOString() }
    throw (await standingHold(database, viewer.id)) ? holdAlreadyAnswered() : noHoldToAnswer()
  }),
]

/** Answers the hold of the viewer, who is locked. Returns when, or undefined if there is none that they may answer. */
async function answer(
  tx: Transaction<DB>,
  viewer: Viewer,
  { text, now }: { text: string; now: Date },
) {
  const { rows } = await sql<{ id: number; answer: string | null }>`
    select t.id, t.answer from holds t
     where t.user_id = ${viewer.id} and t.released_at is null and ${mayAnswerSql} for update`.execute(
    tx,
  )
  const [before] = rows
  if (!before) return undefined
  const { id } = before
  if (before.answer !== null) {
    const change = { before: { answer: before.answer }, after: {}, at: now }
    await recordAudit(tx, viewer, 'member.answer-again', `member ${viewer.id}`, change)
    await tx.updateTable('holds').set({ decision_id: null }).where('id', '=', id).execute()
  }
  const hold = { table: 'holds', id, subject: `hold ${id}` } as const
  return writeAnswer(tx, hold, { text, by: viewer.id, now })
}

const standingHold = (database: Database, userId: number) =>
  database
    .selectFrom('holds as t')
    .select(['reason', 'by_admin', 'held_at', 'answer'])
    .select(ownAnswerSql(sql.ref<string | null>('answer')).as('ownAnswer'))
    .select(ownAnswerSql(sql.ref<Date | null>('answered_at')).as('ownAnsweredAt'))
    .select(sql<boolean>`(select ${answerWaitsSql} from holds h where h.id = t.id)`.as('waits'))
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .executeTakeFirst()

async function isMember(database: Database, id: number): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
