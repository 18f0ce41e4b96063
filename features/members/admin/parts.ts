/** The lists of a member's story. */
export const parts = [
  'yolos',
  'photos',
  'votes-given',
  'votes-received',
  'reports-made',
  'reports-about',
  'holds',
  'takedowns',
  'contests',
  'deleted-yolos',
  'merges',
  'mails',
  'audit',
] as const
export type Part = (typeof parts)[number]

/** What can be unusual about a member. */
export const states = ['unverified', 'disabled', 'leaving', 'taken-down', 'held'] as const
export type State = (typeof states)[number]
