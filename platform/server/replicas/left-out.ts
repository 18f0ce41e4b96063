import type { ServerStatus } from './server-status.ts'
import type { LeftOut } from './reads.ts'

/** Milliseconds that a replica may be behind: with what pages and answers are kept for, others see an act within 2 s (rules: freshness). */
export const maxDelay = 400

/** Whether a replica may be asked, by what it and the primary say; null for yes. */
export function leftOutFor(
  status: ServerStatus,
  {
    primary,
    behind,
  }: { primary: { status: ServerStatus | null; answers: boolean }; behind: number },
): LeftOut | null {
  // Whose replica it is was never told.
  if (!primary.status) return 'not checked'
  if (status.cluster !== primary.status.cluster) return 'foreign'
  if (status.inRecovery) return behind >= maxDelay ? 'behind' : null
  // While the primary is away this may be the next one.
  return !primary.answers || status.started === primary.status.started ? 'primary' : 'promoted'
}
