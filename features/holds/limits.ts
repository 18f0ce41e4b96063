/** Characters that a member is told, and may answer. */
export const maxHoldReason = 500
export const maxHoldAnswer = 1000
