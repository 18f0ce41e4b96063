/** Characters that a held member may answer. */
export const maxHoldAnswer = 1000
/** Characters that a member is told when they are held. */
export const maxHoldReason = 500
