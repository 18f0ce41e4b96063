import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const contestNotFound = declareRefusal(404, 'contest_not_found', 'There is no such contest.')
export const prizeAlreadyAccepted = declareRefusal(
  409,
  'prize_accepted',
  'The winner has accepted the prize.',
)
export const viewerIsHeld = declareRefusal(
  409,
  'you_are_held',
  'Your votes are set aside: the prize waits for you until that is looked at.',
)
export const answerDeadlinePassed = declareRefusal(
  409,
  'turn_over',
  'Your time to answer is over, and another drawing is announced.',
)
export const contestClosed = declareRefusal(409, 'contest_closed', 'This contest is closed.')

/** What became of a winner. */
export const winnerOutcome = z.enum([
  'waiting',
  'accepted',
  'declined',
  'unanswered',
  'held',
  'left',
])

const draw = z.object({
  /** 0 for the first drawing, k for the k-th redraw. */
  k: z.int(),
  entry: id,
  drawnAt: instant,
  answerBy: instant,
  outcome: winnerOutcome,
  /** If the winner is held, the time until which the prize waits for them. */
  heldUntil: instant.nullable(),
  /**
   * The public random value that was mixed into the drawing. `beaconAnnounced` is the text that said beforehand which
   * value it would be.
   */
  beacon: z.string().nullable(),
  beaconAnnounced: z.string().nullable(),
  /** Name of the winner, if they agreed to have it shown. */
  winner: z.string().nullable(),
})

export const contest = z.object({
  id,
  /**
   * Path of a contest that has its own address, such as 'contest1' for /contest1. All others are at `/contests/:id`.
   */
  slug: z.string().nullable(),
  title: z.string(),
  prize: z.string(),
  /** The community that the contest is for, by name and as a circle. */
  area: z.object({ name: z.string(), latitude, longitude, miles: z.number() }),
  /** IDs of the categories that count. If empty, all count. */
  categories: z.array(z.int()),
  /** Who may take part. */
  eligibility: z.string(),
  /** Null if no opening was announced. */
  opensAt: instant.nullable(),
  /** Only what is saved from then on counts: from the opening, or from the contest's making if that is later. */
  entriesFrom: instant,
  closesAt: instant,
  drawsAt: instant,
  /** When the contest really closed. This is before `closesAt` if an admin closed it. */
  closedAt: instant.nullable(),
  timeZone: z.string(),
  /**
   * Days in the contest's time zone, as YYYY-MM-DD. `closesOn` and `drawsOn` are first the announced days, then those
   * of the real closing and first drawing.
   */
  opensOn: z.string().nullable(),
  closesOn: z.string(),
  drawsOn: z.string(),
  state: z.enum(['coming', 'open', 'closed', 'past']),
  /** SHA-256 of the seed, published from the opening on. */
  seedHash: z.string().nullable(),
  /** Describes the public value that will be typed in at the drawing. Null if none was announced. */
  beaconAnnounced: z.string().nullable(),
  // The fields from here to `redraws` are null until the contest is drawn, but for `counting` of one without entries.
  beacon: z.string().nullable(),
  seed: z.string().nullable(),
  /** How many entries counted at the closing. If none did, nothing is drawn, and the contest is over. */
  counting: z.int().nullable(),
  listHash: z.string().nullable(),
  winningEntry: id.nullable(),
  redraws: z.int().nullable(),
  /** The next redraw, once its public value was announced. The value itself becomes known at `publicAt`. */
  redraw: z
    .object({ k: z.int(), beaconAnnounced: z.string(), announcedAt: instant, publicAt: instant })
    .nullable(),
  draws: z.array(draw),
})
export type Contest = z.output<typeof contest>

export const listContests = call('GET /contests', {
  summary: 'Every contest, without the numbers of its entries; those that can still be won first',
  access: 'anyone',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(contest),
})

export const contestChange = z.object({
  at: instant,
  what: z.enum(['title', 'prize', 'drawsAt', 'closed', 'seedHash']),
  before: z.string(),
  after: z.string(),
})

export const showContest = call('GET /contests/:id', {
  summary: 'One contest, with all that checks its drawing, and what was changed after its opening',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    id,
    /** `false` leaves the numbers of the entries out. */
    entries: z.enum(['true', 'false']).optional(),
    v: ignoredCacheBuster,
  }),
  output: contest.extend({
    /** The numbers of the entries that counted, ascending. Null until the contest is drawn, or if left out. */
    entries: z.array(id).nullable(),
    changes: z.array(contestChange),
  }),
  errors: [contestNotFound],
})

export const myEntries = call('GET /contests/:id/entries', {
  summary: 'The caller’s own entries',
  access: 'member',
  limit: 'read',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: z.array(
    z.object({
      id,
      yoloId: id,
      /** A photo gives four entries. */
      kind: z.enum(['yolo', 'photo']),
      /** Null if the yolo is gone. Its entries remain if it was deleted after the closing. */
      itemName: z.string().nullable(),
      counts: z.boolean(),
    }),
  ),
  errors: [contestNotFound],
})

export const contestWin = z.object({
  entry: id,
  answerBy: instant,
  accepted: z.boolean().nullable(),
  showName: z.boolean(),
  /** True once a redraw is announced, after which the answer can't be changed. */
  redrawAnnounced: z.boolean(),
})

export const myContests = call('GET /contests/mine', {
  summary: 'Contests that concern the caller: with entries of theirs, won, or open where they are',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    contest
      .pick({
        id: true,
        title: true,
        prize: true,
        categories: true,
        eligibility: true,
        closesAt: true,
        timeZone: true,
        state: true,
      })
      .extend({
        areaName: z.string(),
        entries: z.int(),
        counting: z.int(),
        /** How many of `entries` each favorite gives. */
        byYolo: z.array(z.object({ yoloId: id, entries: z.int() })),
        /** What the member said about whether they may take part. Null if they haven't answered. */
        eligible: z.boolean().nullable(),
        /**
         * False if no entry of the member can count, because they are unverified, held, hidden, an admin or user 20.
         */
        memberCounts: z.boolean(),
        held: z.boolean(),
        won: contestWin.nullable(),
      }),
  ),
})

export const declareEligibility = call('POST /contests/:id/confirm', {
  summary: 'Say whether one may take part; entries made before count from then on',
  access: 'member',
  limit: 'write',
  refusedWhenTakenDown: true,
  input: z.object({ id, eligible: z.boolean() }),
  output: z.object({ id, eligible: z.boolean(), counting: z.int() }),
  errors: [contestNotFound, contestClosed],
})

export const answerWin = call('POST /contests/:id/answer', {
  summary: 'The winner accepts or declines, and says whether their name may be shown',
  access: 'member',
  limit: 'write',
  refusedWhenTakenDown: true,
  input: z.object({ id, accept: z.boolean(), showName: z.boolean().optional() }),
  output: contestWin,
  errors: [contestNotFound, prizeAlreadyAccepted, viewerIsHeld, answerDeadlinePassed],
})
