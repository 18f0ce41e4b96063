import type { Budget } from '#platform/server/http/limits.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const newMember = 7 * day

const inMemory = { seconds: 5 * minute, by: 'ip', inDatabase: false } as const
const byIp = { by: 'ip', inDatabase: true } as const
const daily = { seconds: day, by: 'member', inDatabase: true } as const
const isNew = (age: number) => age < newMember

const read = { name: 'read', points: 3000, ...inMemory } as const
const write = { name: 'write', points: 300, ...inMemory } as const

/** The budgets of each kind of call (docs/safety.md, S10). */
const calls = {
  read: [read],
  export: [read, { name: 'export', points: 100, ...inMemory }],
  // Moving a map requests hundreds of tiles, which must not use up the budget of pages.
  map: [{ name: 'map', points: 6000, ...inMemory }],
  // Other sites send these, of which their visitors may know nothing.
  'any-site': [{ ...write, name: 'any-site' }],
  // Windows send these without any action by the visitor.
  live: [{ name: 'live', points: 20_000, ...inMemory }],
  // A page shows dozens of pictures.
  picture: [{ name: 'picture', points: 20_000, ...inMemory }],
  write: [write],
  share: [write, { name: 'share', points: 100, ...daily }],
  save: [write, { name: 'save', points: 100, ...daily }],
  follow: [write, { name: 'follow', points: 200, ...daily }],
  login: [write, { name: 'login', points: 6, seconds: minute, ...byIp }],
  register: [write, { name: 'register', points: 5, seconds: 30 * minute, ...byIp }],
  forgot: [write, { name: 'forgot', points: 5, seconds: 30 * minute, ...byIp }],
  photo: [write, { name: 'photo', points: 30, ...daily, seconds: 30 * minute }],
  report: [write, { name: 'report', points: 20, ...daily }],
  correct: [write, { name: 'correct', points: 20, ...daily }],
  vote: [
    { name: 'vote-new', points: 50, ...daily, when: isNew },
    { name: 'vote', points: 500, ...daily, when: (age: number) => !isNew(age) },
  ],
} satisfies Record<string, Budget[]>

/** Budgets that are counted per value in the input, such as an email address or an account. Handlers spend them. */
const budgetsByInput = {
  'login-account': { points: 25, seconds: hour },
  'own-password': { points: 25, seconds: hour },
  'forgot-email': { points: 5, seconds: 30 * minute },
  /** Mails that anyone can cause by typing an address: per recipient, and per address of who asks. */
  'mail-recipient': { points: 10, seconds: hour },
  'mail-asker': { points: 100, seconds: day },
  'consent-given': { points: 20, seconds: day },
  /** Google charges for each request: what one address may ask for, and all together (features/places/providers). */
  'place-question': { points: 100, seconds: hour },
  'place-day': { points: 1_000, seconds: day },
  'restaurant-added': { points: 20, seconds: day },
} as const

export const budgets = { calls, named: budgetsByInput }

declare module '#platform/contract/call.ts' {
  interface Budgets extends Record<keyof typeof calls, true> {}
}
declare module '#platform/server/http/limits.ts' {
  interface NamedBudgets extends Record<keyof typeof budgetsByInput, true> {}
}
