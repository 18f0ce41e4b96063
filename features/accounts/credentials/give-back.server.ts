import { sql, type RawBuilder, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { auditSubjectOf, type ReportTargetKind } from '#domain/decisions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'

type Tx = Transaction<DB>
type Actor = Parameters<typeof recordAudit>[1]
type Giving = {
  /** When the account came to somebody else; what was before stays. Null if that isn't known, or they made it. */
  since: Date | null
  /** Who gives it back; the account itself by default. */
  actor?: Actor
}

/**
 * Gives an account back what its owner has once and somebody else who had it used up (rules: given back): the year's
 * change of name, but for a name that the operator gave, and the answers to a hold and takedowns. The caller has locked
 * the member. Returns whether there was something.
 */
export async function giveBack(
  tx: Tx,
  { clock }: Services,
  userId: number,
  { since, actor = { id: userId, actingUserId: null } }: Giving,
): Promise<boolean> {
  const answers = await giveAnswersBack(tx, userId, { since, actor, at: clock.now() })
  const { numUpdatedRows: names } = await tx
    .updateTable('users')
    .set({ user_name_changed_at: null })
    .where('id', '=', userId)
    .where('name_by_operator', '=', false)
    .where('user_name_changed_at', '>=', since ?? new Date(0))
    .executeTakeFirst()
  return answers > 0 || names > 0n
}

/**
 * Gives back what was used up since then, if one of these mailboxes of the account, by an SQL condition on `mailboxes`,
 * hasn't paid for that yet. It stays the account's then, even by an undo of the change to it: else who has two
 * mailboxes could answer, or take a name, as often as they like.
 */
export async function giveBackOnce(
  tx: Tx,
  services: Services,
  userId: number,
  { paidBy, since }: { paidBy: RawBuilder<boolean>; since: Date | null },
): Promise<void> {
  const unspent = tx
    .selectFrom('mailboxes')
    .select('mailbox')
    .where(paidBy)
    .where('gave_back', '=', false)
  if (!(await unspent.executeTakeFirst())) return
  if (await giveBack(tx, services, userId, { since }))
    await tx.updateTable('mailboxes').set({ gave_back: true }).where(paidBy).execute()
}

/**
 * Gives the reader of an account's mailbox back what who made the account used up. An unverified one has no mailbox's
 * place yet and pays with the one that it takes next.
 */
export async function giveBackToReader(tx: Tx, services: Services, userId: number): Promise<void> {
  const paidBy = sql<boolean>`(
    user_id = ${userId} and mailbox = (select mailbox_of(email_key) from users where id = ${userId}))`
  const place = await tx.selectFrom('mailboxes').select('mailbox').where(paidBy).executeTakeFirst()
  if (place) await giveBackOnce(tx, services, userId, { paidBy, since: null })
  else await giveBack(tx, services, userId, { since: null })
}

type Answers = Required<Giving> & { at: Date }

/**
 * Empties the answers to a member's hold and to what is taken down of them. A decision on such an answer is undone, so
 * that an admin reads the next one, too. The audit keeps what was answered. Returns how many answers there were.
 */
async function giveAnswersBack(tx: Tx, userId: number, giving: Answers): Promise<number> {
  const takedowns = await emptyTakedowns(tx, userId, giving)
  const holds = await emptyHolds(tx, userId, giving)
  const { actor, at } = giving
  for (const { kind, yoloId, answer } of takedowns) {
    const subject = auditSubjectOf({ about: kind, id: yoloId ?? userId })
    const change = { before: { answer, memberId: userId }, after: { answer: null }, at }
    await recordAudit(tx, actor, 'abuse.give-answer-back', subject, change)
  }
  for (const { answer } of holds) {
    const change = { before: { answer }, after: { answer: null }, at }
    await recordAudit(tx, actor, 'member.give-answer-back', `member ${userId}`, change)
  }
  const cases = [
    ...takedowns.map(({ id, kind }) => `${kind}answer ${id}`),
    ...holds.map(({ id }) => `hold ${id}`),
  ]
  await sql`
    update report_decisions set restored_at = ${at}, restored_by = ${actor.id}
     where subject = any (${cases}::text[]) and restored_at is null`.execute(tx)
  return cases.length
}

const givenSinceSql = ({ since }: Answers) =>
  since ? sql`answered_at >= ${since}` : sql`answer is not null`

async function emptyTakedowns(tx: Tx, userId: number, giving: Answers) {
  const answered = sql`member_id = ${userId} and restored_at is null and ${givenSinceSql(giving)}`
  // An admin who decides on the answer about a text or photo has locked its yolo.
  await sql`
    select from yolos where id in (select yolo_id from takedowns where ${answered})
     order by id for no key update`.execute(tx)
  const { rows } = await sql<{
    id: number
    kind: ReportTargetKind
    yoloId: number | null
    answer: string
  }>`
    with given as (select id, answer from takedowns where ${answered} order by id for update)
    update takedowns t set answer = null, answered_at = null from given where given.id = t.id
    returning t.id, t.kind, t.yolo_id as "yoloId", given.answer`.execute(tx)
  return rows
}

async function emptyHolds(tx: Tx, userId: number, giving: Answers) {
  const { rows } = await sql<{ id: number; answer: string }>`
    with given as (select id, answer from holds
                    where user_id = ${userId} and released_at is null and ${givenSinceSql(giving)} for update)
    update holds h set answer = null, answered_at = null, decision_id = null from given where given.id = h.id
    returning h.id, given.answer`.execute(tx)
  return rows
}
