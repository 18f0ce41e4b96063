import type { ServerStatus } from './server-status.ts'
import type { ReplicaExclusionReason } from './reads.ts'

/**
 * A replica that is this many milliseconds behind, or more, isn't used. Others must see a member's action within 2 s
 * (rules: freshness), and pages and answers are cached in addition to this delay.
 */
export const maxReplicaDelay = 400

/** Returns why a replica can't be used, judging by its own and the primary's status, or null if it can. */
export function replicaExclusionReason(
  status: ServerStatus,
  {
    primary,
    behind,
  }: { primary: { status: ServerStatus | null; answers: boolean }; behind: number },
): ReplicaExclusionReason | null {
  // The primary has never answered, so it isn't known whether this is its replica.
  if (!primary.status) return 'not checked'
  if (status.cluster !== primary.status.cluster) return 'foreign'
  if (status.inRecovery) return behind >= maxReplicaDelay ? 'behind' : null
  // This server isn't a replica. If the primary doesn't answer, this server may be the new primary.
  return !primary.answers || status.started === primary.status.started ? 'primary' : 'promoted'
}
