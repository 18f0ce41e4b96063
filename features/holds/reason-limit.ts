/** Characters that a member is told, apart from what they may answer: no screen needs both. */
export const maxHoldReason = 500
