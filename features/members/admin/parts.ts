/** The lists of a member's story. */
export const storyListNames = [
  'yolos',
  'photos',
  'votes-given',
  'votes-received',
  'reports-made',
  'reports-about',
  'takedowns',
  'restaurants-added',
  'contests',
  'mails',
  'audit',
] as const
export type StoryListName = (typeof storyListNames)[number]

/** What can be unusual about a member. */
export const memberStates = ['unverified', 'disabled', 'leaving', 'taken-down'] as const
export type MemberState = (typeof memberStates)[number]
