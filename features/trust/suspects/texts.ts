import type { Decision } from '#domain/decisions.ts'

export type ClusterDecision = Decision | 'restore'

/** The members of a cluster are held or cleared; nothing of them is removed. */
export const clusterTexts: Record<ClusterDecision, { button: string; done: string }> = {
  remove: { button: 'Hold', done: 'held' },
  dismiss: { button: 'Clear', done: 'cleared' },
  restore: { button: 'Restore', done: 'back in the queue' },
}

/** What held members read, and what the record says of those who were cleared. */
export const clusterReasons: Record<ClusterDecision, string> = {
  remove: 'Your account looks like one of many that one person runs.',
  dismiss: 'These are many people.',
  restore: '',
}
