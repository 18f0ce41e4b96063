import { features } from '#app/features.ts'
import { violationsIn } from '#platform/server/check.ts'
import { collectFeatureRules } from '#platform/server/feature.ts'
import type { Database } from '#platform/server/services.ts'

/**
 * Returns the invariants (docs/safety.md, F8) that are violated, with some of the rows that violate each. Runs the SQL
 * checks of `yolo check`, but not its searches, which need a whole site.
 */
export async function violatedInvariants(database: Database): Promise<string[]> {
  const broken: string[] = []
  for (const check of collectFeatureRules(features).checks) {
    if ('find' in check) continue
    const { count, examples } = await violationsIn(database, check)
    if (count > 0) broken.push(`${check.description}: not for ${examples.join(', ')}`)
  }
  return broken
}
