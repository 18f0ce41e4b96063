import type { Decision } from '#domain/decisions.ts'
import type { Output } from '#platform/contract/wire.ts'

export type ClusterDecision = Decision | 'restore'

/** Texts of the queue's decisions for clusters, whose members are held or cleared instead of removed. */
export const clusterTexts: Record<ClusterDecision, { button: string; done: string }> = {
  remove: { button: 'Hold', done: 'held' },
  dismiss: { button: 'Clear', done: 'cleared' },
  restore: { button: 'Restore', done: 'back in the queue' },
}

/** The default reasons: what held members read, and what is recorded about those who were cleared. */
export const clusterReasons: Record<ClusterDecision, string> = {
  remove: 'Your account looks like one of many that one person runs.',
  dismiss: 'These are many people.',
  restore: '',
}

type State = Pick<
  Output<'GET /admin/suspects/:id'>,
  'byRule' | 'closed' | 'decision' | 'count' | 'held' | 'heldElsewhere'
>

/** Returns the text that says whether a cluster waits for an admin, and if not, why. */
export function stateOf({ byRule, closed, decision, count, held, heldElsewhere }: State): string {
  if (closed) return decision ? 'Decided' : 'No longer found'
  if (count > 0 && heldElsewhere === count) return 'All are held with other clusters'
  return byRule && held > heldElsewhere ? 'Held by the rule' : 'Waits for a decision'
}
