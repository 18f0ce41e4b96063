import type { MailMessage } from '#platform/server/mail/mail-message.ts'

export type LinkPurpose = 'verify' | 'reset' | 'change-email' | 'restore'

/** Values that the caller passes to a template, such as the name of a prize. */
export type MailFacts = Partial<Record<'what' | 'reason' | 'page' | 'title' | 'prize', string>>

/** The texts of a kind of mail, with the names of facts in braces. */
type Template = {
  subject: string
  lines: string[]
  /** The words of the button and the page that it opens. */
  button?: [string, string]
  small?: string[]
  /** The purpose of the button's token, and for how many hours it works. */
  link?: { purpose: LinkPurpose; hours: number }
  /** Anyone can cause it, so its number is limited. */
  limited?: true
  /** An answer to it reaches the operator. */
  answered?: true
}

const ifYou = 'If it was you, there is nothing you need to do.'
const chooseNew: [string, string] = ['Choose a new password', '/forgot-password']

const templates = {
  verify: {
    subject: 'Please verify your e-mail',
    lines: [
      'welcome to Yolo! Please verify your e-mail, so that you can save all your favorites, and they and your upvotes count.',
    ],
    button: ['Verify my e-mail', '/verification-success?'],
    small: [
      'The link works once, within a day. You can have a new one sent whenever you are logged in.',
      'If you didn’t join Yolo, someone mistyped their address: just ignore this mail.',
    ],
    link: { purpose: 'verify', hours: 24 },
    limited: true,
  },
  'register-attempt': {
    subject: 'Someone tried to use your e-mail',
    lines: [
      'someone just tried to join Yolo with this e-mail, or to make it that of another account. It is yours already, and nothing has changed.',
      'If it was you: you have an account. Log in, or reset your password if you can’t remember it.',
    ],
    button: ['Log in', '/login'],
    small: ['If it wasn’t you, there is nothing you need to do.'],
    limited: true,
  },
  reset: {
    subject: 'Choose a new password',
    lines: [
      'with this link you choose a new password for the account of {address}. Someone asked for one. It logs everyone out, and unlinks Apple.',
    ],
    button: ['Choose a new password', '/reset-password?'],
    small: [
      'The link works once, within an hour.',
      'If you didn’t expect it, ignore this mail: without the link nobody chooses a password. So do that if the account isn’t yours: someone may have joined with an address of your mailbox.',
    ],
    link: { purpose: 'reset', hours: 1 },
    limited: true,
  },
  'change-email': {
    subject: 'Confirm your new e-mail',
    lines: ['open this link to confirm this as the e-mail of your account.'],
    button: ['Use this e-mail', '/verification-success?change=1&'],
    small: [
      'The link works once, within a day.',
      'If you didn’t ask for this, ignore this mail: nothing will change.',
    ],
    link: { purpose: 'change-email', hours: 24 },
    limited: true,
  },
  'email-changed': {
    subject: 'Your e-mail has changed',
    lines: [
      'someone who is logged in to your account and knows its password, or has just signed in with Apple, changed its e-mail: this address isn’t it any more.',
      'If it wasn’t you, undo it with a new password: this address is that of your account again, and everyone is logged out.',
    ],
    button: ['Undo the change', '/reset-password?restore=1&'],
    small: ['You can undo it for seven days, whatever else was changed since.', ifYou],
    link: { purpose: 'restore', hours: 7 * 24 },
  },
  'password-changed': {
    subject: 'Your password has changed',
    lines: [
      'the password of your account has just been changed, and all other sessions have ended.',
      'If it wasn’t you, choose a new one now.',
    ],
    button: chooseNew,
  },
  'apple-linked': {
    subject: 'Apple opens your account now',
    lines: [
      'someone has just logged in to your account with Apple, and its password. From now on they can do so with Apple alone.',
      'If it wasn’t you, choose a new password, which unlinks Apple.',
    ],
    button: chooseNew,
    small: [ifYou],
  },
  deleted: {
    subject: 'Your account is deleted',
    lines: [
      'as you asked, your account is deleted, with your favorites, photos, upvotes, follows and reports.',
    ],
  },
  disabled: {
    subject: 'Your account is disabled',
    lines: [
      'as you asked, your account is disabled: you are logged out everywhere. Log in whenever you want to come back.',
    ],
    button: ['Log in', '/login'],
  },
  returned: {
    subject: 'Your account is back',
    lines: [
      'someone has just logged in to your account, so it isn’t disabled any more.',
      'If it wasn’t you, choose a new password now.',
    ],
    button: chooseNew,
  },
  removed: {
    subject: 'We removed {what}',
    lines: [
      'we removed {what}: nobody sees it any more. This is why:',
      '{reason}',
      'If you disagree, answer this mail.',
    ],
    button: ['My Page', '/my-page'],
    answered: true,
  },
  restored: {
    subject: 'We show {what} again',
    lines: ['we looked at it once more: {what} is shown again.'],
    button: ['My Page', '/my-page'],
    answered: true,
  },
  suspended: {
    subject: 'Your account is suspended',
    lines: [
      'we suspended your account: you can read, take your data along and delete the account, and nothing else. This is why:',
      '{reason}',
      'If you disagree, answer this mail.',
    ],
    button: ['Log in', '/login'],
    answered: true,
  },
  unsuspended: {
    subject: 'Your account is open again',
    lines: ['we looked at it once more: your account isn’t suspended any more.'],
    button: ['Log in', '/login'],
    answered: true,
  },
  'contest-won': {
    subject: 'You won: {prize}',
    lines: [
      'one of your entries was drawn in our contest “{title}”. You won: {prize}.',
      'We’ll write to you at this address about how you get it.',
    ],
    button: ['The contest', '{page}'],
    small: ['We never ask for your password, for money or for card numbers.'],
  },
} satisfies Record<string, Template>

export type MailKind = keyof typeof templates
export const mailTemplates: Record<MailKind, Template> = templates

export const hello = (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`)

type Facts = MailFacts & {
  /** Null if the address may be a stranger's, who must not read the member's name. */
  name: string | null
  /** The address that the mail goes to. */
  address: string
  /** The token of the button's link, or an empty string. */
  token: string
  origin: string
}

/** Returns the words of a mail. */
export function writeMail(kind: MailKind, { name, token, origin, ...facts }: Facts): MailMessage {
  const { subject, lines, button, small } = mailTemplates[kind]
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, key: string) => facts[key as keyof typeof facts] ?? '')
  const link = button && `${origin}${filled(button[1])}${token && `token=${token}`}`
  return {
    subject: filled(subject),
    lines: [hello(name), ...lines.map(filled)],
    ...(button && { button: { words: button[0], link: link! } }),
    ...(small && { small }),
  }
}
