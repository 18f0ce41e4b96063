import type { StoryListName } from './parts.ts'

export const storyListTitles: Record<StoryListName, string> = {
  yolos: 'Yolos',
  photos: 'Photos',
  'votes-given': 'Votes given',
  'votes-received': 'Votes received',
  'reports-made': 'Reports made',
  'reports-about': 'Reports about them',
  takedowns: 'Taken down',
  'restaurants-added': 'Restaurants added',
  contests: 'Contests',
  mails: 'Links mailed and still open',
  audit: 'Audit',
}

/** Texts for lines that need more than their list's title. */
const whats: Record<string, string> = {
  'report-item': 'Off the menu',
  'report-restaurant': 'Closed',
  'report-text': 'A text',
  'report-photo': 'A photo',
  'report-member': 'The member',
  'takedown-text': 'A text',
  'takedown-photo': 'A photo',
  'takedown-member': 'The account',
  'mail-verify': 'To verify the address',
  'mail-reset': 'For a new password',
  'mail-change-email': 'To change the address',
  'mail-undo-email': 'To undo a change of address',
  'mail-undelete': 'To keep the account',
}

export const storyLineText = (part: StoryListName, what: string) =>
  part === 'audit' ? what : (whats[what] ?? null)

const marks: Record<string, string> = {
  'text-down': 'Text taken down',
  'photo-down': 'Photo taken down',
  'set-aside': 'Set aside',
  open: 'Open',
  cleared: 'Cleared',
  confirmed: 'Confirmed',
  standing: 'Stands',
  restored: 'Restored',
  released: 'Released',
  'by-rule': 'By the rule',
  'may-take-part': 'May take part',
  'may-not': 'May not take part',
  won: 'Won',
  accepted: 'Accepted',
  declined: 'Declined',
  'by-admin': 'By an admin',
  moved: 'Moved along',
  'one-too-many': 'Was one too many',
  undone: 'Undone',
  deleted: 'Deleted',
  merged: 'Merged',
  unconfirmed: 'Unconfirmed',
}

export const storyMarkText = (mark: string) => marks[mark] ?? mark.replaceAll('-', ' ')
