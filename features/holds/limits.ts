/** Characters that a held member may answer. */
export const maxHoldAnswer = 1000
