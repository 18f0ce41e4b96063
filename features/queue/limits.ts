import type { Decision } from '#domain/decisions.ts'

/** The kinds of things that wait for an admin, by their name in addresses, in the order of the filter. */
export const queueKinds = {
  expired: 'Expired dishes',
  closed: 'Closed restaurants',
  abuse: 'Abuse',
  suspects: 'Suspects',
  places: 'Closed at their source',
} as const
export type QueueKindName = keyof typeof queueKinds
export const queueKindNames = Object.keys(queueKinds) as QueueKindName[]

export const decisions = ['remove', 'dismiss', 'restore'] as const satisfies readonly (
  | Decision
  | 'restore'
)[]
export type QueueDecision = (typeof decisions)[number]

/** Characters of a reason: as many as a takedown's word has. */
export const maxReasonLength = 500
/** How many cases one call may decide. */
export const maxAtOnce = 100
