export const abuseKinds = ['text', 'photo', 'member'] as const
export type AbuseKind = (typeof abuseKinds)[number]

/** The reasons for a report, in the order in which they are offered. */
export const reportReasons = [
  'spam',
  'offensive',
  'misleading',
  'violent',
  'private',
  'stolen',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/**
 * Maximum number of characters of a reporter's words, of an admin's message to the author, and of the author's answer.
 */
export const maxReportLength = 300
export const maxTakedownLength = 500
export const maxAnswerLength = 1000
