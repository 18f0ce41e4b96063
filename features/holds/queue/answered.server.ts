import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { answerWaitsSql, releaseMembers, resumeHolds } from '#domain/holds.ts'
import { lockMembers } from '#domain/locks/lock-order.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type { CaseDescription, QueueCase, QueueKind, Tx } from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable } from '#domain/queue/reporters.ts'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'

type Row = Omit<
  CaseDescription,
  'link' | 'member' | 'image' | 'reporters' | 'restaurantName' | 'restsOn'
> & { userId: number }

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<Row>`
    select a.about, a.id, u.id as "userId", u.user_name as name, h.answer as text, h.released_at is null as hidden,
           1 as count, ${isoTimestampSql('h.answered_at')} as newest,
           case when h.by_admin is null then 'Held by the rule: ' else 'Held: ' end || h.reason as note
      from ${casesAsSqlTable(cases)} join holds h on h.id = a.id join users u on u.id = h.user_id`.execute(
    database,
  )
  return rows.map(({ userId, ...row }) => ({
    ...row,
    link: adminMemberPath({ id: userId }),
    restaurantName: null,
    member: null,
    image: null,
    reporters: [],
    restsOn: [row.text],
  }))
}

const subjectOf = ({ id }: QueueCase) => `hold ${id}`

async function holdOf(tx: Tx, { id }: QueueCase) {
  const columns = ['user_id', 'reason', 'answer', 'released_at'] as const
  return tx.selectFrom('holds').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Keeps a member held who answered, or releases them. */
const decisions = unreportedCaseActions({
  kind: 'suspects',
  describe,
  subjectOf,

  async lock(one, { tx }) {
    const hold = await holdOf(tx, one)
    if (hold) await lockMembers(tx, [hold.user_id])
    return hold !== undefined
  },

  async carryOut(one, decision, { tx, actor, at, reason }) {
    const hold = await holdOf(tx, one)
    if (!hold?.answer || hold.released_at) return goneOutcome
    const members = [hold.user_id]
    if (decision === 'dismiss') await releaseMembers(tx, { members, by: actor.id, now: at })
    const action = decision === 'dismiss' ? 'member.release' : 'member.keep-held'
    await recordAudit(tx, actor, action, `member ${hold.user_id}`, {
      before: { reason: hold.reason, answer: hold.answer },
      after: { reason },
      at,
    })
    return null
  },

  async takeBack(one, decision, { tx, actor, at }) {
    const hold = await holdOf(tx, one)
    const isBack =
      decision === 'remove' ? !hold?.released_at : (await resumeHolds(tx, [one.id], at)).length > 0
    if (!hold || !isBack) return goneOutcome
    await recordAudit(tx, actor, 'member.reopen', `member ${hold.user_id}`, {
      after: { reason: hold.reason },
      at,
    })
    return null
  },
})

/**
 * The queue of held members who answered. The answers of those who are held with a cluster aren't cases of their own
 * (see features/trust/queue/answers.server.ts), but can be decided one by one on the page of the cluster. An answer
 * isn't more urgent because its member is held.
 */
export const answeredHoldKind: QueueKind = {
  abouts: {
    hold: {
      label: 'Answer of a held member',
      noun: 'answer',
      hiddenText: 'held',
      remove: {
        button: 'Keep held',
        done: 'still held',
        usualReason: 'The answer explains nothing.',
      },
      dismiss: { button: 'Release', done: 'released', usualReason: 'The answer explains it.' },
    },
  },
  open: (then) => sql`
    select 'hold', h.id, 'hold ' || h.id, false, 1, h.answered_at from holds h
     where ${answerWaitsSql} and not exists (select from suspects s where s.id = h.cluster_id)
       ${then ? sql`and h.answered_at <= ${then}` : sql``}`,
  searchText: (id) => sql`
    (select concat_ws(' ', u.user_name, h.answer) from holds h join users u on u.id = h.user_id where h.id = ${id})`,
  describe,
  ...decisions,
}
