import { sql } from 'kysely'
import { audited } from '#domain/audit.ts'
import type { Decision } from '#domain/decisions.ts'
import { decideIn, undoIn } from '#features/trust/decide.server.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import {
  decidedBy,
  done,
  gone,
  newestOfSubject,
  reopen,
  type Outcome,
  type Tx,
} from './outcomes.server.ts'

type Cluster = { id: number; round: number }

/** The cluster that an id of the queue names; null where it names something else. */
export function clusterOf(id: string): Cluster | null {
  const [about, number, round] = id.split('-')
  const one = { id: Number(number), round: Number(round) }
  return about === 'cluster' && one.id <= 2_147_483_647 ? one : null
}

const subjectOfCluster = ({ id }: Cluster) => `cluster ${id}`

/** All of a cluster are held, or cleared; or that is undone. */
export async function decideCluster(
  tx: Tx,
  viewer: Viewer,
  one: Cluster,
  { decision, reason, at }: { decision: Decision | 'restore'; reason: string; at: Date },
): Promise<Outcome> {
  const subject = subjectOfCluster(one)
  // Of two who decide at once the second waits here, and then sees what the first did.
  const { rows } = await sql`select from suspects where id = ${one.id} for update`.execute(tx)
  if (rows.length === 0) return gone
  const standing = await newestOfSubject(tx, subject)
  if (decision === 'restore') {
    if (!standing || standing.round < one.round)
      return { done: false, state: 'open', message: null }
    if (standing.round > one.round) return decidedBy(standing)
    const undone = {
      id: one.id,
      decision: wordOf[standing.decision],
      by: viewer.id,
      reason: 'Restored.',
    }
    if (!(await undoIn(tx, undone, at))) return gone
    await tx
      .updateTable('report_decisions')
      .set({ restored_at: at, restored_by: viewer.id })
      .where('subject', '=', subject)
      .where('round', '=', one.round)
      .where('restored_at', 'is', null)
      .execute()
    await audited(tx, viewer, 'cluster.reopen', subject, { after: { open: true }, at })
    return reopen
  }
  if (standing && standing.round >= one.round) return decidedBy(standing)
  const deciding = { id: one.id, decision: wordOf[decision], by: viewer.id, reason }
  const members = await decideIn(tx, deciding, at)
  if (members === null) return gone
  await tx
    .insertInto('report_decisions')
    .values({
      kind: 'suspects',
      subject,
      round: one.round,
      decision,
      reason,
      actor_id: viewer.id,
      decided_at: at,
    })
    .execute()
  await audited(tx, viewer, `cluster.${wordOf[decision]}`, subject, {
    after: { members, reason },
    at,
  })
  return done(decision)
}
const wordOf = { remove: 'hold', dismiss: 'clear' } as const
