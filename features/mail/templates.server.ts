import type { MailMessage } from '#platform/server/mail/mail-message.ts'

export type LinkPurpose = 'verify' | 'reset' | 'change-email' | 'restore'

/** Values that the caller passes to a template, such as the name of a prize. */
export type MailFacts = Partial<Record<'what' | 'reason' | 'page' | 'title' | 'prize', string>>

type Facts = {
  /** The member's name, or null if the address may be a stranger's, who must not read it. */
  name: string | null
  link: string
  /** The address that the mail goes to. */
  address: string
  /** True if a log-in with Apple opens the account. */
  apple: boolean
  origin: string
  facts: MailFacts
}

type Template = {
  /** The page that the mail's link opens, the purpose of its token, and for how many hours it works. */
  link?: { purpose: LinkPurpose; page: string; hours: number }
  /** Anyone can cause it, so its number is limited. */
  limited?: true
  /** Goes to the address at the time of the request. */
  warns?: true
  /** An answer to it reaches the operator. */
  answered?: true
  write: (facts: Facts) => MailMessage
}

export const hello = (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`)

/** Says what a new password doesn't end. */
const openedByApple = (apple: boolean) =>
  apple
    ? [
        'Apple opens your account without the password. If you didn’t link it, unlink it on the page of your account.',
      ]
    : []

const templates = {
  verify: {
    link: { purpose: 'verify', page: '/verification-success', hours: 24 },
    limited: true,
    write: ({ name, link }) => ({
      subject: 'Please verify your e-mail',
      lines: [
        hello(name),
        'welcome to Yolo! Please verify your e-mail, so that you can save all your favorites, and they and your upvotes count.',
      ],
      button: { words: 'Verify my e-mail', link },
      small: [
        'The link works once, within a day. You can have a new one sent whenever you are logged in.',
        'If you didn’t join Yolo, someone mistyped their address: just ignore this mail.',
      ],
    }),
  },
  'register-attempt': {
    limited: true,
    warns: true,
    write: ({ name, origin }) => ({
      subject: 'Someone tried to use your e-mail',
      lines: [
        hello(name),
        'someone just tried to join Yolo with this e-mail, or to make it that of another account. It is yours already, and nothing has changed.',
        'If it was you: you have an account. Log in, or reset your password if you can’t remember it.',
      ],
      button: { words: 'Log in', link: `${origin}/login` },
      small: ['If it wasn’t you, there is nothing you need to do.'],
    }),
  },
  reset: {
    link: { purpose: 'reset', page: '/reset-password', hours: 1 },
    limited: true,
    write: ({ name, link, address }) => ({
      subject: 'Choose a new password',
      lines: [
        hello(name),
        `with this link you choose a new password for the account of ${address}. Someone asked for one. It logs everyone out, and unlinks Apple.`,
      ],
      button: { words: 'Choose a new password', link },
      small: [
        'The link works once, within an hour.',
        'If you didn’t expect it, ignore this mail: without the link nobody chooses a password. So do that if the account isn’t yours: someone may have joined with an address of your mailbox.',
      ],
    }),
  },
  'change-email': {
    link: { purpose: 'change-email', page: '/verification-success?change=1', hours: 24 },
    limited: true,
    write: ({ name, link }) => ({
      subject: 'Confirm your new e-mail',
      lines: [hello(name), 'open this link to confirm this as the e-mail of your account.'],
      button: { words: 'Use this e-mail', link },
      small: [
        'The link works once, within a day.',
        'If you didn’t ask for this, ignore this mail: nothing will change.',
      ],
    }),
  },
  'email-changed': {
    link: { purpose: 'restore', page: '/reset-password?restore=1', hours: 7 * 24 },
    write: ({ name, link }) => ({
      subject: 'Your e-mail has changed',
      lines: [
        hello(name),
        'someone who is logged in to your account and knows its password, or has just signed in with Apple, changed its e-mail: this address isn’t it any more.',
        'If it wasn’t you, undo it with a new password: this address is that of your account again, and everyone is logged out.',
      ],
      button: { words: 'Undo the change', link },
      small: [
        'You can undo it for seven days, whatever else was changed since.',
        'If it was you, there is nothing you need to do.',
      ],
    }),
  },
  'password-changed': {
    warns: true,
    write: ({ name, apple, origin }) => ({
      subject: 'Your password has changed',
      lines: [
        hello(name),
        'the password of your account has just been changed, and all other sessions have ended.',
        'If it wasn’t you, choose a new one now.',
        ...openedByApple(apple),
      ],
      button: { words: 'Choose a new password', link: `${origin}/forgot-password` },
    }),
  },
  'apple-linked': {
    warns: true,
    write: ({ name, origin }) => ({
      subject: 'Apple opens your account now',
      lines: [
        hello(name),
        'someone has just logged in to your account with Apple, and its password. From now on they can do so with Apple alone.',
        'If it wasn’t you, choose a new password by “Forgot Password?”, which unlinks Apple.',
      ],
      button: { words: 'See it in my account', link: `${origin}/account` },
      small: ['If it was you, there is nothing you need to do.'],
    }),
  },
  deleted: {
    write: ({ name }) => ({
      subject: 'Your account is deleted',
      lines: [
        hello(name),
        'as you asked, your account is deleted, with your favorites, photos, upvotes, follows and reports.',
      ],
    }),
  },
  disabled: {
    warns: true,
    write: ({ name, origin }) => ({
      subject: 'Your account is disabled',
      lines: [
        hello(name),
        'as you asked, your account is disabled: you are logged out everywhere. Log in whenever you want to come back.',
      ],
      button: { words: 'Log in', link: `${origin}/login` },
    }),
  },
  returned: {
    warns: true,
    write: ({ name, apple, origin }) => ({
      subject: 'Your account is back',
      lines: [
        hello(name),
        'someone has just logged in to your account, so it isn’t disabled any more.',
        'If it wasn’t you, choose a new password now.',
        ...openedByApple(apple),
      ],
      button: { words: 'Choose a new password', link: `${origin}/forgot-password` },
    }),
  },
  removed: {
    answered: true,
    write: ({ name, origin, facts: { what, reason = '' } }) => ({
      subject: `We removed ${what}`,
      lines: [
        hello(name),
        `we removed ${what}: nobody sees it any more. This is why:`,
        reason,
        'If you disagree, answer this mail.',
      ],
      button: { words: 'My Page', link: `${origin}/my-page` },
    }),
  },
  restored: {
    answered: true,
    write: ({ name, origin, facts: { what } }) => ({
      subject: `We show ${what} again`,
      lines: [hello(name), `we looked at it once more: ${what} is shown again.`],
      button: { words: 'My Page', link: `${origin}/my-page` },
    }),
  },
  suspended: {
    answered: true,
    write: ({ name, origin, facts: { reason = '' } }) => ({
      subject: 'Your account is suspended',
      lines: [
        hello(name),
        'we suspended your account: you can read, take your data along and delete the account, and nothing else. This is why:',
        reason,
        'If you disagree, answer this mail.',
      ],
      button: { words: 'Log in', link: `${origin}/login` },
    }),
  },
  unsuspended: {
    answered: true,
    write: ({ name, origin }) => ({
      subject: 'Your account is open again',
      lines: [hello(name), 'we looked at it once more: your account isn’t suspended any more.'],
      button: { words: 'Log in', link: `${origin}/login` },
    }),
  },
  'contest-won': {
    write: ({ name, origin, facts: { page, title, prize } }) => ({
      subject: `You won: ${prize}`,
      lines: [
        hello(name),
        `one of your entries was drawn in our contest “${title}”. You won: ${prize}.`,
        'We’ll write to you at this address about how you get it.',
      ],
      button: { words: 'The contest', link: `${origin}${page}` },
      small: ['We never ask for your password, for money or for card numbers.'],
    }),
  },
} satisfies Record<string, Template>

export type MailKind = keyof typeof templates
export const mailTemplates: Record<MailKind, Template> = templates
