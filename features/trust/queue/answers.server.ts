import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { answerWaitsSql, releaseMembers, resumeHolds } from '#domain/holds.ts'
import { lockMembers } from '#domain/locks/lock-order.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type { CaseDescription, QueueCase, QueueKind, Tx } from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable } from '#domain/queue/reporters.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { clusterName } from './queue-kind.server.ts'

/** SQL for the decision on the case with this id that can be undone. */
const standingDecision = (id: RawBuilder<unknown>) => sql`
  (select d.id from report_decisions d where d.subject = 'answers ' || ${id} and d.restored_at is null
    order by d.round desc limit 1)`

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<
    Pick<CaseDescription, 'about' | 'id' | 'name' | 'text' | 'count' | 'newest'> & {
      clusterId: number
      upTo: string | null
    }
  >`
    select a.about, a.id, s.id as "clusterId", 'Who answered: ' || ${clusterName} as name, o.count, o.text, ${isoTimestampSql('o.newest')} as newest,
           (select upto.answered_at::text from holds upto where upto.id = a.id) as "upTo"
      from ${casesAsSqlTable(cases)}
     cross join lateral (
       select count(*)::integer as count, (array_agg(h.answer order by h.answered_at desc, h.id desc))[1] as text,
              max(h.answered_at) as newest, max(h.cluster_id) as cluster_id
         from (select h.* from holds h where h.decision_id = a.decision
                union all
               select h.* from holds upto join holds h on h.cluster_id = upto.cluster_id and h.answered_at <= upto.answered_at
                where upto.id = a.id and a.decision is null and ${answerWaitsSql}) h) o
      join suspects s on s.id = o.cluster_id left join restaurants p on p.id = s.restaurant_id
     where ${clusterName} is not null`.execute(database)
  return rows.map(({ clusterId, upTo, ...row }) => ({
    ...row,
    link: `/admin/suspects/${clusterId}`,
    restaurantName: null,
    member: null,
    image: null,
    note: 'Their cluster is decided. The newest answer; all are on its page.',
    hidden: true,
    reporters: [],
    // The case's id says up to which answer it goes, unless that member has answered again since.
    restsOn: [upTo],
  }))
}

/** Returns the members whose answers wait, without answers that came after the newest that the admin saw. */
async function whoAnswered(tx: Tx, { id }: QueueCase): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select h.user_id as id from holds upto join holds h on h.cluster_id = upto.cluster_id and h.answered_at <= upto.answered_at
     where upto.id = ${id} and ${answerWaitsSql} order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

const subjectOf = ({ id }: QueueCase) => `answers ${id}`

/**
 * Returns the id of the cluster that the case is about. If the hold that gave the case its id is gone or an admin's own,
 * it is known from the other holds that the decision was about.
 */
async function clusterOf(tx: Tx, { id }: QueueCase): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select h.cluster_id::integer as id from holds h
     where h.cluster_id is not null and (h.id = ${id} or h.decision_id = ${standingDecision(sql`${id}::integer`)})
     limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Keeps all members of a cluster held who answered, or releases them. */
const decisions = unreportedCaseActions({
  kind: 'suspects',
  describe,
  subjectOf,

  async lock(one, { tx }) {
    const { rows } = await sql`
      select from suspects where id = ${await clusterOf(tx, one)} for update`.execute(tx)
    // Another admin may release one of them until they are locked.
    await lockMembers(tx, await whoAnswered(tx, one))
    return rows.length > 0
  },

  async carryOut(one, decision, { tx, actor, at, reason }) {
    const members = await whoAnswered(tx, one)
    if (members.length === 0) return goneOutcome
    if (decision === 'dismiss') await releaseMembers(tx, { members, by: actor.id, now: at })
    const action = decision === 'dismiss' ? 'cluster.release-answered' : 'cluster.keep-held'
    await recordAudit(tx, actor, action, `cluster ${await clusterOf(tx, one)}`, {
      after: { members: members.length, reason },
      at,
    })
    return null
  },

  recorded: ({ id }, decision, { tx, at }) =>
    sql`
      update holds h set decision_id = ${decision} from holds upto
       where upto.id = ${id} and h.cluster_id = upto.cluster_id and h.answered_at <= upto.answered_at
         and (h.released_at = ${at} or ${answerWaitsSql})`.execute(tx),

  async takeBack(one, decision, { tx, actor, at }) {
    const { rows } = await sql<{ id: number }>`
      select id from holds where decision_id = ${standingDecision(sql`${one.id}::integer`)}`.execute(
      tx,
    )
    const ids = rows.map(({ id }) => id)
    const back = decision === 'dismiss' ? await resumeHolds(tx, ids, at) : ids
    if (back.length === 0) return goneOutcome
    await recordAudit(tx, actor, 'cluster.reopen-answers', `cluster ${await clusterOf(tx, one)}`, {
      after: { open: true },
      at,
    })
    await sql`
      update holds set decision_id = null where id = any (${ids}::integer[])`.execute(tx)
    return null
  },
})

/**
 * The queue of answers by members of a cluster that is decided: one case for each cluster, however many answer. It ranks
 * like one answer, because accounts of one person can all answer. The case's id is that of the hold with the newest
 * answer, so that a decision is only about the answers that the admin saw. While a cluster is open, its answers are part
 * of its case, and a decision on the cluster decides them as well.
 */
export const clusterAnswersKind: QueueKind = {
  abouts: {
    answers: {
      label: 'Answers of members held together',
      noun: 'answer',
      hiddenText: 'held',
      remove: {
        button: 'Keep held',
        done: 'still held',
        usualReason: 'The answers explain nothing.',
      },
      dismiss: { button: 'Release', done: 'released', usualReason: 'The answers explain it.' },
    },
  },
  open: (then) => sql`
    (select distinct on (s.id) 'answers', h.id, 'answers ' || h.id, false, 1, h.answered_at
      from holds h join suspects s on s.id = h.cluster_id
     where ${answerWaitsSql} and s.closed_at is not null ${then ? sql`and h.answered_at <= ${then}` : sql``}
     order by s.id, h.answered_at desc, h.id desc)`,
  searchText: (id) => sql`
    (select concat_ws(' ', max(${clusterName}), string_agg(concat_ws(' ', u.user_name, h.answer), ' '))
       from (select h.* from holds h where h.decision_id = ${standingDecision(id)}
              union
             select h.* from holds upto join holds h on h.cluster_id = upto.cluster_id and h.answered_at <= upto.answered_at
              where upto.id = ${id}) h
       join users u on u.id = h.user_id left join suspects s on s.id = h.cluster_id
       left join restaurants p on p.id = s.restaurant_id)`,
  describe,
  ...decisions,
}
