import type { MailMessage } from '#platform/server/mail/mail-message.ts'

export type MailKind =
  | 'verify'
  | 'register-attempt'
  | 'reset'
  | 'change-email'
  | 'email-changing'
  | 'change-undone'
  | 'password-changed'
  | 'apple-linked'
  | 'apple-unlinked'
  | 'unverified'
  | 'deletion-asked'
  | 'disabled'
  | 'returned'
  | 'taken-down'
  | 'restored'
  | 'contest-won'

/** The page that a mail's link opens, the purpose of its token, and how many minutes it is valid. */
export const mailLinkSpecs: Partial<
  Record<MailKind, { purpose: string; page: string; minutes: number }>
> = {
  verify: { purpose: 'verify', page: '/verification-success', minutes: 3 * 24 * 60 },
  'change-email': { purpose: 'change-email', page: '/verification-success', minutes: 24 * 60 },
  reset: { purpose: 'reset', page: '/reset-password', minutes: 60 },
}

type Facts = {
  /** The member's name, or null if the address may be a stranger's, who must not read it. */
  name: string | null
  link: string
  /** The address that the mail goes to. */
  address: string
  /** True if a log-in with Apple opens the account. */
  apple: boolean
  origin: string
  /** The content that an admin took down, and the reason. */
  takedown: { what: string; toPutRight: string; word: string; answered: boolean }
  /** The contest's page and title, and the prize that was won. */
  contest: { page: string; title: string; prize: string }
}

export const hello = (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`)

/** Says what a new password doesn't end. */
const openedByApple = (apple: boolean) =>
  apple
    ? [
        'Apple opens your account without the password. If you didn’t link it, unlink it on the page of your account.',
      ]
    : []

export const mailTemplates: Record<MailKind, (facts: Facts) => MailMessage> = {
  verify: ({ name, link }) => ({
    subject: 'Please verify your e-mail',
    lines: [
      hello(name),
      'welcome to Yolo! Please verify your e-mail, so that you can save all your favorites, and they and your upvotes keep counting.',
    ],
    button: { words: 'Verify my e-mail', link },
    small: [
      'The link works for three days. You can have a new one sent whenever you are logged in.',
      'If you didn’t join Yolo, someone mistyped their address: just ignore this mail.',
    ],
  }),
  'register-attempt': ({ name, origin }) => ({
    subject: 'Someone tried to use your e-mail',
    lines: [
      hello(name),
      'someone just tried to join Yolo with this e-mail, or to make it that of another account. It is yours already, and nothing has changed.',
      'If it was you: you have an account. Log in, or reset your password if you can’t remember it.',
    ],
    button: { words: 'Log in', link: `${origin}/login` },
    small: ['If it wasn’t you, there is nothing you need to do.'],
  }),
  reset: ({ name, link, address }) => ({
    subject: 'Choose a new password',
    lines: [
      hello(name),
      `with this link you choose a new password for the account of ${address}. Someone asked for one, or the old one ended because the account’s e-mail was put right.`,
    ],
    button: { words: 'Choose a new password', link },
    small: [
      'The link works once, within an hour.',
      'If you didn’t expect it, ignore this mail: without the link nobody chooses a password. So do that if the account isn’t yours: someone may have joined with an address of your mailbox.',
    ],
  }),
  'change-email': ({ name, link }) => ({
    subject: 'Confirm your new e-mail',
    lines: [hello(name), 'open this link to confirm this as the e-mail of your account.'],
    button: { words: 'Use this e-mail', link },
    small: [
      'The link works once, within a day.',
      'If you didn’t ask for this, ignore this mail: nothing will change.',
    ],
  }),
  'email-changing': ({ name, link }) => ({
    subject: 'Your e-mail is about to change',
    lines: [
      hello(name),
      'someone who is logged in to your account and knows its password, or has just signed in with Apple, asked to change its e-mail. It takes effect when the link sent to the new address is opened.',
      'If it wasn’t you, undo it: this address is that of your account again, and everyone is logged out. Then choose a new password.',
    ],
    button: { words: 'Undo the change', link },
    small: [
      'You can undo it for seven days after it took effect, whatever else was changed since.',
      'If it was you, there is nothing you need to do.',
    ],
  }),
  'change-undone': ({ name, origin }) => ({
    subject: 'A change of your e-mail was undone',
    lines: [
      hello(name),
      'this address isn’t the e-mail of your account any more: someone who reads the mail of the address before it undid the change, or told us so, and we set the account’s address. Everyone is logged out.',
      'If the account’s address is none of yours now, write to us. You can also join again with this address.',
    ],
    button: { words: 'Write to us', link: `${origin}/terms#contact` },
    small: ['If it was you, there is nothing you need to do.'],
  }),
  'password-changed': ({ name, apple, origin }) => ({
    subject: 'Your password has changed',
    lines: [
      hello(name),
      'the password of your account has just been changed, and all other sessions have ended.',
      'If it wasn’t you, choose a new one now.',
      ...openedByApple(apple),
    ],
    button: { words: 'Choose a new password', link: `${origin}/forgot-password` },
  }),
  'apple-linked': ({ name, address, origin }) => ({
    subject: 'Apple opens your account now',
    lines: [
      hello(name),
      `someone has just logged in to your account with Apple, which says that ${address} is theirs. From now on they can do so again, also after a new password.`,
      'If it wasn’t you, unlink Apple in your account, and choose a new password.',
    ],
    button: { words: 'See it in my account', link: `${origin}/account` },
    small: ['If it was you, there is nothing you need to do.'],
  }),
  'apple-unlinked': ({ name, origin }) => ({
    subject: 'Apple was unlinked from your account',
    lines: [
      hello(name),
      'Apple has just been unlinked from your account by someone who knows its password, and all other sessions have ended.',
      'If it wasn’t you, choose a new password now. Then you can link Apple again on the page of your account.',
    ],
    button: { words: 'Choose a new password', link: `${origin}/forgot-password` },
  }),
  unverified: ({ name, address, origin }) => ({
    subject: 'Another account of your mailbox is verified now',
    lines: [
      hello(name),
      `someone who reads this mailbox has just verified another account of it. Only one account of a mailbox can be verified, so the one of ${address} isn’t any more. Favorites and upvotes of an account that isn’t verified count only in the week after it joined.`,
      'It lost that because its address was confirmed where nobody was logged in to it. If you want this account to be the verified one, give the other one an address of another mailbox, or delete it.',
    ],
    button: { words: 'Log in', link: `${origin}/login` },
    small: ['If the other account is the one you use, there is nothing you need to do.'],
  }),
  'deletion-asked': ({ name, origin }) => ({
    subject: 'Your account will be deleted in 14 days',
    lines: [
      hello(name),
      'as you asked, your account will be deleted in 14 days, with your favorites, photos, upvotes and reports.',
      'Changed your mind? Log in within that time, and everything stays.',
    ],
    button: { words: 'Log in and keep my account', link: `${origin}/login` },
  }),
  disabled: ({ name, origin }) => ({
    subject: 'Your account is disabled',
    lines: [
      hello(name),
      'as you asked, your account is disabled: you are logged out everywhere. Log in whenever you want to come back.',
    ],
    button: { words: 'Log in', link: `${origin}/login` },
  }),
  returned: ({ name, apple, origin }) => ({
    subject: 'Your account is back',
    lines: [
      hello(name),
      'someone has just logged in to your account, so it isn’t disabled any more, and won’t be deleted.',
      'If it wasn’t you, choose a new password now.',
      ...openedByApple(apple),
    ],
    button: { words: 'Choose a new password', link: `${origin}/forgot-password` },
  }),
  'taken-down': ({ name, origin, takedown: { what, toPutRight, word, answered } }) => ({
    subject: `We took down ${what}`,
    lines: [
      hello(name),
      `we took down ${what}: nobody else sees it any more. This is why:`,
      word,
      answered
        ? 'We have your answer, and will read it.'
        : `You can put ${toPutRight} right. If you disagree, or have done so, tell us on your page. You can answer once.`,
    ],
    button: { words: answered ? 'My Page' : 'Answer on My Page', link: `${origin}/my-page` },
  }),
  restored: ({ name, origin, takedown: { what } }) => ({
    subject: `We show ${what} again`,
    lines: [hello(name), `we looked at it once more: ${what} is shown again.`],
    button: { words: 'My Page', link: `${origin}/my-page` },
  }),
  'contest-won': ({ name, origin, contest: { page, title, prize } }) => ({
    subject: `You won: ${prize}`,
    lines: [
      hello(name),
      `one of your entries was drawn in our contest “${title}”. You won: ${prize}.`,
      'We’ll write to you at this address about how you get it.',
    ],
    button: { words: 'The contest', link: `${origin}${page}` },
    small: ['We never ask for your password, for money or for card numbers.'],
  }),
}
