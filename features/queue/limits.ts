/** What can wait for an admin; a list of one that nothing comes to yet is empty. */
export const queueKinds = ['expired', 'closed', 'abuse', 'suspects', 'places'] as const
export type QueueKind = (typeof queueKinds)[number]

export const decisions = ['remove', 'dismiss', 'restore'] as const
export type QueueDecision = (typeof decisions)[number]

/** Characters of a reason: as many as a takedown's word has. */
export const maxReasonLength = 500
/** So many are decided with one call. */
export const maxAtOnce = 100
