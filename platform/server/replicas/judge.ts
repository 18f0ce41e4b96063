import type { Said } from './look.ts'
import type { LeftOut } from './reads.ts'

/** Milliseconds that a replica may be behind: with what pages and answers are kept for, others see an act within 2 s (rules: freshness). */
export const mostBehind = 400

/** Whether a replica may be asked, by what it and the primary say; null for yes. */
export function judge(
  said: Said,
  { primary, behind }: { primary: { said: Said | null; answers: boolean }; behind: number },
): LeftOut | null {
  // Whose replica it is was never told.
  if (!primary.said) return 'not looked at'
  if (said.cluster !== primary.said.cluster) return 'foreign'
  if (said.inRecovery) return behind >= mostBehind ? 'behind' : null
  // While the primary is away this may be the next one.
  return !primary.answers || said.started === primary.said.started ? 'primary' : 'promoted'
}
