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
  standingOf,
  undo,
  writeDecision,
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
  const { round } = one
  // Of two who decide at once the second waits here, and then sees what the first did.
  const { rows } = await sql`select from suspects where id = ${one.id} for update`.execute(tx)
  if (rows.length === 0) return gone
  if (decision === 'restore') {
    const standing = await standingOf(tx, { subject, round })
    if (standing.outcome) return standing.outcome
    const undone = {
      id: one.id,
      decision: wordOf[standing.decision],
      by: viewer.id,
      reason: 'Restored.',
    }
    if (!(await undoIn(tx, undone, at))) return gone
    await undo(tx, viewer, { subject, round }, at)
    await audited(tx, viewer, 'cluster.reopen', subject, { after: { open: true }, at })
    return reopen
  }
  const standing = await newestOfSubject(tx, subject)
  if (standing && standing.round >= round) return decidedBy(standing)
  const deciding = { id: one.id, decision: wordOf[decision], by: viewer.id, reason }
  const members = await decideIn(tx, deciding, at)
  if (members === null) return gone
  await writeDecision(tx, viewer, { kind: 'suspects', subject, round }, { decision, reason, at })
  await audited(tx, viewer, `cluster.${wordOf[decision]}`, subject, {
    after: { members, reason },
    at,
  })
  return done(decision)
}
const wordOf = { remove: 'hold', dismiss: 'clear' } as const
