import type { Decision } from '#domain/decisions.ts'

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
