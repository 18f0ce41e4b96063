export const kinds = ['text', 'photo', 'member'] as const
export type Kind = (typeof kinds)[number]

/** The reasons for a report, in the order in which they are offered. */
export const reasons = [
  'spam',
  'offensive',
  'misleading',
  'violent',
  'private',
  'stolen',
  'other',
] as const
export type Reason = (typeof reasons)[number]

/**
 * Maximum number of characters of a reporter's words, of an admin's message to the author, and of the author's answer.
 */
export const maxReportLength = 300
export const maxTakedownLength = 500
export const maxAnswerLength = 1000
