import type { Budget } from '#platform/server/http/limits.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const newMember = 7 * day

const read = {
  name: 'read',
  points: 3000,
  seconds: 5 * minute,
  by: 'ip',
  inDatabase: false,
} as const
const write = {
  name: 'write',
  points: 300,
  seconds: 5 * minute,
  by: 'ip',
  inDatabase: false,
} as const
/**
 * A request with invalid input doesn't count as an attempt; only budgets before this one count it. Of a prefix that has
 * used up its budget, no network is counted.
 */
const attempt = { by: 'ip', inDatabase: true, spendWhen: 'input passed' } as const

const daily = { seconds: day, by: 'member', inDatabase: true } as const
/** A refused correction doesn't count. */
const taken = { points: 20, refundOnRefusal: 'refused', ...daily } as const

/** The budgets of each kind of call (docs/safety.md, S10). */
const calls = {
  read: [read],
  // An export of a thousand dishes costs as much as twenty pages, so exports also have their own budget.
  export: [read, { name: 'export', points: 100, seconds: 5 * minute, by: 'ip', inDatabase: false }],
  // Pictures of shared links that must be drawn first, which takes about 0.1 s each and is done one at a time.
  preview: [{ name: 'preview', points: 100, seconds: 5 * minute, by: 'ip', inDatabase: false }],
  'drawn-preview': [{ ...read, name: 'drawn-preview' }],
  // A whole picture has up to some megabytes, and is only loaded to cut it again.
  original: [
    read,
    { name: 'original', points: 60, seconds: hour, by: 'member', inDatabase: false },
  ],
  // Moving a map requests hundreds of tiles, which must not use up the budget of pages.
  map: [{ name: 'map', points: 6000, seconds: 5 * minute, by: 'ip', inDatabase: false }],
  // What other sites send, which their visitors may know nothing of. It must not use up what these visitors may do here.
  'any-site': [{ ...write, name: 'any-site' }],
  // Windows ask by themselves, when others do something. That must not use up the budget of what people ask for, which
  // is shared by all who sit behind one address. The member's own comes first, so that one member uses up no more of the
  // address's.
  live: [
    { name: 'live', points: 1000, seconds: 5 * minute, by: 'member', inDatabase: false },
    { name: 'live-ip', points: 20_000, seconds: 5 * minute, by: 'ip', inDatabase: false },
  ],
  // A page shows dozens of pictures, and each request queries the database.
  picture: [{ name: 'picture', points: 20_000, seconds: 5 * minute, by: 'ip', inDatabase: false }],
  write: [write],
  share: [write, { name: 'share', points: 100, ...daily }],
  // Each may make a dish, which is kept for days after its last favorite is deleted.
  save: [write, { name: 'save', points: 500, ...daily }],
  // Each follow is told to whom it is about, and makes the follower's own lists longer.
  follow: [write, { name: 'follow', points: 200, ...daily }],
  login: [write, { name: 'login', points: 6, seconds: minute, ...attempt }],
  register: [write, { name: 'register', points: 5, seconds: 30 * minute, ...attempt }],
  forgot: [
    write,
    { name: 'forgot', points: 3, seconds: minute, ...attempt },
    { name: 'forgot-hour', points: 6, seconds: hour, ...attempt },
  ],
  // The member's own come first, so that one member's tries don't use up those of all who sit behind their address. What
  // was refused because too much was under way at once is none.
  photo: [
    { name: 'photo-tried', points: 300, seconds: 30 * minute, by: 'member', inDatabase: false },
    {
      name: 'photo',
      points: 30,
      seconds: 30 * minute,
      by: 'member',
      inDatabase: true,
      refundOnRefusal: 'busy',
    },
    // The budget by IP address stops people who register many accounts. It is larger because carriers put many people
    // behind one address.
    { name: 'photo-ip', points: 300, seconds: 30 * minute, ...attempt, refundOnRefusal: 'busy' },
    // A picture is stored in up to five megabytes, and an attacker can make many accounts.
    { name: 'photo-ip-day', points: 1000, seconds: day, ...attempt, refundOnRefusal: 'busy' },
  ],
  report: [{ name: 'report', points: 20, seconds: day, by: 'member', inDatabase: true }],
  correct: [write, { name: 'correct', ...taken }],
  vote: [
    {
      name: 'vote-new',
      points: 50,
      seconds: day,
      by: 'member',
      inDatabase: true,
      when: (age: number) => age < newMember,
    },
    {
      name: 'vote',
      points: 500,
      seconds: day,
      by: 'member',
      inDatabase: true,
      when: (age: number) => age >= newMember,
    },
  ],
} satisfies Record<string, Budget[]>

/** Budgets that are counted per value in the input, such as an email address or an account. Handlers spend them. */
const budgetsByInput = {
  'login-account': { points: 25, seconds: hour },
  'own-password': { points: 25, seconds: hour },
  'forgot-email': { points: 5, seconds: 30 * minute },
  'forgot-email-network': { points: 3, seconds: hour },
  'resend-verification': { points: 5, seconds: hour },
  /** Links to verify an address or to confirm a new one that a member asks for, whatever the addresses are. */
  'links-asked': { points: 10, seconds: day },
  /**
   * Mails to addresses that may be a stranger's, which one network prefix causes in all. Those to invented addresses come
   * back, and mail services suspend a sender for that. An office whose sixty people join on one day stays below it, also
   * where some ask again.
   */
  'mail-unproven': { points: 100, seconds: day },
  /**
   * Of these, all but the first one to who joins. So the links that a few accounts ask for leave sixty to who joins
   * behind the same address or prefix, and to use these up, too, takes as many accounts as bar joining itself.
   */
  'mail-unproven-later': { points: 40, seconds: day },
  'consent-given': { points: 20, seconds: day },
  /**
   * Mails to a mailbox that may be a stranger's. Those that the account at its plain address asks for, those that
   * accounts at its other spellings ask for, links to a new e-mail, links to a new password, and all others have budgets
   * of their own, so that strangers who type an address don't keep back what its account asks for. One network prefix
   * can't use up any of them. Those of ten take five prefixes, and where accounts ask, as many accounts.
   */
  'mail-own': { points: 5, seconds: hour },
  'mail-own-network': { points: 3, seconds: hour },
  'mail-respelled': { points: 10, seconds: hour },
  'mail-respelled-network': { points: 2, seconds: hour },
  'mail-respelled-account': { points: 2, seconds: hour },
  'mail-reset': { points: 10, seconds: hour },
  'mail-reset-network': { points: 2, seconds: hour },
  'mail-new': { points: 10, seconds: hour },
  'mail-new-network': { points: 2, seconds: hour },
  'mail-new-account': { points: 2, seconds: hour },
  'mail-others': { points: 5, seconds: hour },
  'mail-others-network': { points: 3, seconds: hour },
  /** Acts that an account whose address was only proven elsewhere mails it about. What is beyond them is refused. */
  'mail-elsewhere': { points: 5, seconds: hour },
  /** Links to a new password that are never kept back, counted like the others only so that they take as long. */
  'mail-proven': { points: 10, seconds: hour },
  'mail-proven-network': { points: 2, seconds: hour },
  'mail-proven-day': { points: 100, seconds: day },
  'mail-proven-day-later': { points: 40, seconds: day },
  /** Google charges for each request: what one address may ask for, and all together (features/places/providers). */
  'place-question': { points: 100, seconds: hour },
  'place-day': { points: 1, seconds: day },
  'restaurant-added': { points: 20, seconds: day },
} as const

export const budgets = { calls, named: budgetsByInput }

declare module '#platform/contract/call.ts' {
  interface Budgets extends Record<keyof typeof calls, true> {}
}
declare module '#platform/server/http/limits.ts' {
  interface NamedBudgets extends Record<keyof typeof budgetsByInput, true> {}
}
