export const kinds = ['text', 'photo', 'member'] as const
export type Kind = (typeof kinds)[number]

/** In the order in which they are offered. */
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

/** Characters that a reporter may add, an admin tells the author, the author answers. */
export const maxReportLength = 300
export const maxTakedownLength = 500
export const maxAnswerLength = 1000
