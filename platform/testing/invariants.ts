import { features } from '#app/features.ts'
import { violationsIn } from '#features/operating/check.server.ts'
import { allFeaturesOf } from '#platform/server/feature.ts'
import type { Database } from '#platform/server/services.ts'

/** What must hold at every moment (F8), as a list of where it doesn't: the statements of `yolo check`; its searches need a whole site. */
export async function violatedInvariants(database: Database): Promise<string[]> {
  const broken: string[] = []
  for (const check of allFeaturesOf(features).checks) {
    if ('find' in check) continue
    const { count, examples } = await violationsIn(database, check)
    if (count > 0) broken.push(`${check.description}: not for ${examples.join(', ')}`)
  }
  return broken
}
