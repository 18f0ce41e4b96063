/**
 * Every number by which accounts are judged to be one person (`is`), with its meaning (`says`). docs/ranking.md
 * publishes this list, and a test checks that both are equal.
 */
export const thresholds = {
  rule: {
    is: 0.9,
    says: 'From this score on a cluster is held by the rule, without waiting for an admin.',
  },
  desk: { is: 0.6, says: 'From this score on a cluster stands in the admins’ queue.' },
  accounts: {
    is: 10,
    says: 'Fewer accounts than this are never held by the rule, and votes of so few are no cluster.',
  },
  reporters: {
    is: 5,
    says: 'As many false reports hide a dish: from so many reporters on they can be a cluster.',
  },
  crowd: { is: 20, says: 'From so many accounts on, a network that they share says nothing.' },
  network: {
    is: 0.5,
    says: 'A shared network is never stronger than this, so it reaches the desk at most.',
  },
  pause: {
    is: 20,
    says: 'A burst ends where nobody comes for this many times the usual pause (a tenth of the time in which ten come), or for a day.',
  },
  first: {
    is: 4,
    says: 'So many of those who acted before the others came are let be, for the others may copy one of them: of those who report, and of a burst that began after a pause.',
  },
  own: {
    is: 0.25,
    says: 'What fewer than this share of those who vote alike voted for is a member’s own.',
  },
  newcomerDays: {
    is: 7,
    says: 'Who does their first thing within so many days of joining, joined for it.',
  },
  history: {
    is: 1,
    says: 'An unverified account has a history of its own if it saved and voted elsewhere, over so many days.',
  },
  settleDays: {
    is: 14,
    says: 'After so many days it is looked at whether someone has done anything elsewhere.',
  },
  returning: {
    is: 3,
    says: 'A crowd may come back this many times less often than the neighbours’ newcomers.',
  },
  chance: {
    is: 6,
    says: 'Zeros behind the point of the chance at which none coming back is certain to be no accident.',
  },
  rise: {
    is: 0.01,
    says: 'A drip begins where more come from then on than chance brings this seldom; who joined before isn’t part of it.',
  },
  guests: {
    is: 0.01,
    says: 'Where more seem honest in a drip than chance brings this seldom, only as many as usual are left out.',
  },
  priorWeight: {
    is: 20,
    says: 'Where a restaurant has few neighbours, so many imagined members stand for them.',
  },
  priorNewcomers: { is: 0.25, says: 'Of those, this share joined for one restaurant.' },
  priorReturned: { is: 0.35, says: 'Of those, this share did something elsewhere later.' },
  priorOnlyReporters: {
    is: 0.1,
    says: 'Of those who report, this share never did anything elsewhere.',
  },
  closing: {
    is: 72,
    says: 'So many hours before and after a contest closes, the rule holds nobody whose entries count in it, nor a winner whose prize waits.',
  },
  again: {
    is: 2,
    says: 'A cleared cluster waits for an admin again when it is this many times as large, or passes the line of the rule.',
  },
  alikeVotes: { is: 5, says: 'Members with fewer votes are never called alike.' },
  alikeShare: {
    is: 0.5,
    says: 'Two sets of votes are alike where this share of both together is in both.',
  },
  copies: {
    is: 0.9,
    says: 'Verified accounts that vote alike are held only where this share of them did the very same in the same order: people of one day who choose among the same few places don’t.',
  },
  ringShare: {
    is: 0.75,
    says: 'From this share of a group’s votes on that meet each other’s favourites beyond chance, a ring is certain.',
  },
  alikeChance: {
    is: 3,
    says: 'And where they share this many times more than the dishes’ popularity explains.',
  },
} as const

/**
 * Numbers of newcomers who act for one restaurant within a time span and do nothing else. Up to `usual` they can be a
 * table, a class or the readers of a newspaper's article. At `beyond` the signal has full strength, because no dining
 * room has that many guests.
 */
export const crowds = [
  { seconds: 600, words: 'ten minutes', usual: 15, beyond: 40 },
  { seconds: 3_600, words: 'an hour', usual: 30, beyond: 80 },
  { seconds: 86_400, words: 'a day', usual: 50, beyond: 150 },
  { seconds: 604_800, words: 'a week', usual: 120, beyond: 360 },
] as const

/** Like `crowds`, for newcomers who do nothing except report the restaurant. */
export const reporterCrowds = [
  { seconds: 86_400, words: 'a day', usual: 3, beyond: 8 },
  { seconds: 604_800, words: 'a week', usual: 5, beyond: 10 },
  { seconds: 2_592_000, words: 'a month', usual: 8, beyond: 16 },
] as const

/** Like `crowds`, for accounts that vote alike, by when they joined. */
export const alikeCrowds = [
  { seconds: 86_400, words: 'a day', usual: 4, beyond: 12 },
  { seconds: 604_800, words: 'a week', usual: 6, beyond: 18 },
] as const

/**
 * Periods, in days before now, in which newcomers who came one by one are checked for whether they did anything else.
 */
export const periods = [30, 60, 180, 365] as const
