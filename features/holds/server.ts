import { recordAudit } from '#domain/audit.ts'
import { holdMembers, releaseMembers, takeHoldOver } from '#domain/holds.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { lockViewer } from '#features/accounts/credentials/prove.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
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
            answer: hold.answer,
            answeredAt: hold.answered_at?.toISOString() ?? null,
          }
        : null,
    }
  }),

  implementCall(answerHold, async ({ input: { text }, viewer }) => {
    const now = clock.now()
    const answered = await transact(database, async (tx) => {
      // Who is losing the account must not answer for its owner once the answer is given back.
      await lockViewer(tx, viewer)
      return tx
        .updateTable('holds')
        .set({ answer: text, answered_at: now })
        .where('user_id', '=', viewer.id)
        .where('released_at', 'is', null)
        .where('answer', 'is', null)
        .returning('id')
        .executeTakeFirst()
    })
    if (answered) return { answer: text, answeredAt: now.toISOString() }
    throw (await standingHold(database, viewer.id)) ? holdAlreadyAnswered() : noHoldToAnswer()
  }),
]

const standingHold = (database: Database, userId: number) =>
  database
    .selectFrom('holds')
    .select(['reason', 'by_admin', 'held_at', 'answer', 'answered_at'])
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
