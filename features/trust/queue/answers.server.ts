import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { answerWaitsSql, releaseMembers, resumeHolds } from '#domain/holds.ts'
import { lockMembers } from '#domain/lock-order.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type { CaseDescription, QueueCase, QueueKind, Tx } from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable } from '#domain/queue/reporters.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { clusterName } from './queue-kind.server.ts'

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<
    Pick<CaseDescription, 'about' | 'id' | 'name' | 'text' | 'count' | 'newest'> & {
      clusterId: number
    }
  >`
    select a.about, a.id, s.id as "clusterId", 'Who answered: ' || ${clusterName} as name, o.count, o.text, ${isoTimestampSql('o.newest')} as newest
      from ${casesAsSqlTable(cases)} join holds upto on upto.id = a.id join suspects s on s.id = upto.cluster_id
      left join restaurants p on p.id = s.restaurant_id left join report_decisions d on d.id = a.decision
     cross join lateral (
       select count(*)::integer as count, (array_agg(h.answer order by h.answered_at desc, h.id desc))[1] as text,
              max(h.answered_at) as newest
         from holds h where h.cluster_id = s.id and h.answered_at <= upto.answered_at
          and (d.id is not null or ${answerWaitsSql})) o
     where ${clusterName} is not null`.execute(database)
  return rows.map(({ clusterId, ...row }) => ({
    ...row,
    link: `/admin/suspects/${clusterId}`,
    restaurantName: null,
    member: null,
    image: null,
    note: 'Their cluster is decided. The newest answer; all are on its page.',
    hidden: true,
    reporters: [],
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

async function clusterOf(tx: Tx, { id }: QueueCase): Promise<string> {
  const hold = tx.selectFrom('holds').select('cluster_id').where('id', '=', id)
  return `cluster ${(await hold.executeTakeFirstOrThrow()).cluster_id}`
}

/** Returns whether an admin kept others held since who had answered later, which keeps these held as well. */
async function areKeptSince(tx: Tx, { id }: QueueCase): Promise<boolean> {
  const { rows } = await sql`
    select from holds upto join holds later on later.cluster_id = upto.cluster_id and later.answered_at > upto.answered_at
      join report_decisions d on d.subject = 'answers ' || later.id and d.decision = 'remove' and d.restored_at is null
     where upto.id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Keeps all members of a cluster held who answered, or releases them. */
const decisions = unreportedCaseActions({
  kind: 'suspects',
  subjectOf,

  async lock(one, { tx }) {
    const { rows } = await sql`
      select from suspects where id = (select cluster_id from holds where id = ${one.id}) for update`.execute(
      tx,
    )
    // Another admin may release one of them until they are locked.
    await lockMembers(tx, await whoAnswered(tx, one))
    return rows.length > 0
  },

  async carryOut(one, decision, { tx, actor, at, reason }) {
    const members = await whoAnswered(tx, one)
    if (members.length === 0) return goneOutcome
    if (decision === 'dismiss') await releaseMembers(tx, { members, by: actor.id, now: at })
    const action = decision === 'dismiss' ? 'cluster.release-answered' : 'cluster.keep-held'
    await recordAudit(tx, actor, action, await clusterOf(tx, one), {
      after: { members: members.length, reason },
      at,
    })
    return null
  },

  async takeBack(one, decision, { tx, actor, at }) {
    if (decision === 'dismiss') {
      const { rows } = await sql<{ id: number }>`
        select h.id from holds h join report_decisions d on d.subject = ${subjectOf(one)} and d.restored_at is null
         where h.cluster_id = (select cluster_id from holds where id = ${one.id}) and h.released_at = d.decided_at
           and d.round = ${one.round}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if ((await resumeHolds(tx, ids, at)).length === 0) return goneOutcome
    } else if (await areKeptSince(tx, one)) {
      const message = 'Later answers were kept held, too. Please undo that first.'
      return { done: false, state: 'removed', message }
    }
    await recordAudit(tx, actor, 'cluster.reopen-answers', await clusterOf(tx, one), {
      after: { open: true },
      at,
    })
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
    (select concat_ws(' ', ${clusterName}, string_agg(concat_ws(' ', u.user_name, h.answer), ' '))
       from holds upto join suspects s on s.id = upto.cluster_id left join restaurants p on p.id = s.restaurant_id
       join holds h on h.cluster_id = s.id and h.answered_at <= upto.answered_at join users u on u.id = h.user_id
      where upto.id = ${id} group by s.id, p.id)`,
  describe,
  ...decisions,
}
