/** Maximum number of characters of a held member's answer. */
export const maxHoldAnswerLength = 1000
/** Maximum number of characters of the reason that a held member reads. */
export const maxHoldReasonLength = 500
