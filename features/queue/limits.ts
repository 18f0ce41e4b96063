import type { Decision } from '#domain/decisions.ts'

/** The kinds of cases that wait for an admin, by their names in URLs, in the order of the filter. */
export const queueKinds = {
  expired: 'Expired dishes',
  closed: 'Closed restaurants',
  abuse: 'Abuse',
} as const
export type QueueKindName = keyof typeof queueKinds
export const queueKindNames = Object.keys(queueKinds) as QueueKindName[]

export const queueDecisions = ['remove', 'dismiss', 'restore'] as const satisfies readonly (
  | Decision
  | 'restore'
)[]
export type QueueDecision = (typeof queueDecisions)[number]

/** Maximum number of characters in a reason. Equals `maxTakedownLength`. */
export const maxReasonLength = 500
/** Maximum number of cases that one call decides. */
export const maxCasesPerDecision = 100
