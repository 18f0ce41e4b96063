import { reportableKinds } from '#features/reporting/kinds.ts'

/** Dishes off the menu, closed restaurants and suspicious activity reach the queue without a reason. */
export const caseKinds = [...reportableKinds, 'item', 'closed', 'activity'] as const
export type CaseKind = (typeof caseKinds)[number]

export const decisions = ['remove', 'dismiss'] as const
export type Decision = (typeof decisions)[number]

/** Maximum number of characters of an admin's reason. */
export const maxReasonLength = 500

type KindTexts = {
  label: string
  /** The button that removes, what it did, and the reason that its field begins with. */
  remove: string
  removed: string
  reason: string
}

export const kindTexts: Record<CaseKind, KindTexts> = {
  text: { label: 'Text', remove: 'Remove', removed: 'removed', reason: 'It breaks our rules.' },
  photo: { label: 'Photo', remove: 'Remove', removed: 'removed', reason: 'It breaks our rules.' },
  member: {
    label: 'Member',
    remove: 'Suspend',
    removed: 'suspended',
    reason: 'This account breaks our rules.',
  },
  restaurant: {
    label: 'Restaurant',
    remove: 'Remove',
    removed: 'removed',
    reason: 'This isn’t a restaurant.',
  },
  item: {
    label: 'Expired item',
    remove: 'Hide',
    removed: 'hidden',
    reason: 'It is no longer on the menu.',
  },
  closed: {
    label: 'Closed restaurant',
    remove: 'Hide',
    removed: 'hidden',
    reason: 'It is closed.',
  },
  activity: {
    label: 'Suspicious activity',
    remove: 'Suspend all',
    removed: 'suspended',
    reason: 'These accounts look like those of one person.',
  },
}

/** Returns what was done, for example 'suspended'. */
export const decidedText = (kind: CaseKind, decision: Decision) =>
  decision === 'remove' ? kindTexts[kind].removed : 'dismissed'
