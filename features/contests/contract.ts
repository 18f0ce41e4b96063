import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id, instant, latitude, longitude, v } from '#platform/contract/shapes.ts'

export const contestNotFound = failure(404, 'contest_not_found', 'There is no such contest.')
export const acceptedAlready = failure(409, 'prize_accepted', 'The winner has accepted the prize.')
export const winnerHeld = failure(
  409,
  'you_are_held',
  'Your votes are set aside: the prize waits for you until that is looked at.',
)
export const turnOver = failure(
  409,
  'turn_over',
  'Your time to answer is over, and another drawing is announced.',
)
export const contestClosed = failure(409, 'contest_closed', 'This contest is closed.')

/** What became of a winner. */
export const outcome = z.enum(['waiting', 'accepted', 'declined', 'unanswered', 'held', 'left'])

const draw = z.object({
  /** 0 for the drawing, then the redraws. */
  k: z.int(),
  entry: id,
  drawnAt: instant,
  answerBy: instant,
  outcome,
  /** Until then the prize waits for a winner who is held. */
  heldUntil: instant.nullable(),
  /** The public value that was mixed in, and how it was announced. */
  beacon: z.string().nullable(),
  beaconAnnounced: z.string().nullable(),
  /** Only where the winner agreed to it. */
  winner: z.string().nullable(),
})

export const contest = z.object({
  id,
  /** The address of those that have one of their own: `/contest1`; the others are at `/contests/:id`. */
  slug: z.string().nullable(),
  title: z.string(),
  prize: z.string(),
  /** The community that it is for, in words and as a circle. */
  area: z.object({ name: z.string(), latitude, longitude, miles: z.number() }),
  /** Ids of the categories that count; all of them where empty. */
  categories: z.array(z.int()),
  /** Who may take part. */
  eligibility: z.string(),
  /** Null where no first moment was announced. */
  opensAt: instant.nullable(),
  closesAt: instant,
  drawsAt: instant,
  /** When it really closed: earlier than announced where an admin closed it. */
  closedAt: instant.nullable(),
  timeZone: z.string(),
  /** The days in its time zone, YYYY-MM-DD: when it closed and was first drawn; as announced until then. */
  opensOn: z.string().nullable(),
  closesOn: z.string(),
  drawsOn: z.string(),
  state: z.enum(['coming', 'open', 'closed', 'past']),
  /** SHA-256 of the seed; from the opening on. */
  seedHash: z.string().nullable(),
  /** The public value that will be typed in at the drawing, in words; null where none was announced. */
  beaconAnnounced: z.string().nullable(),
  // From here on null until it is drawn.
  beacon: z.string().nullable(),
  seed: z.string().nullable(),
  /** Numbers of the entries that counted at the closing, ascending. */
  entries: z.array(id).nullable(),
  listHash: z.string().nullable(),
  winningEntry: id.nullable(),
  redraws: z.int().nullable(),
  /** The next redraw, once its public value is announced: it isn't known before `publicAt`. */
  redraw: z
    .object({ k: z.int(), beaconAnnounced: z.string(), announcedAt: instant, publicAt: instant })
    .nullable(),
  draws: z.array(draw),
})
export type Contest = z.output<typeof contest>

export const listContests = call('GET /contests', {
  summary: 'Every contest, those that can still be won first; a draw with all that checks it',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    /** `false` leaves the lists of entries out. */
    entries: z.enum(['true', 'false']).optional(),
    v,
  }),
  output: z.array(contest),
})

export const change = z.object({
  at: instant,
  what: z.enum(['title', 'prize', 'drawsAt', 'closed', 'seedHash']),
  before: z.string(),
  after: z.string(),
})

export const oneContest = call('GET /contests/:id', {
  summary: 'One contest, and what was changed after its opening',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, v }),
  output: contest.extend({ changes: z.array(change) }),
  errors: [contestNotFound],
})

export const myEntries = call('GET /contests/:id/entries', {
  summary: 'The caller’s own entries',
  access: 'member',
  limit: 'read',
  input: z.object({ id, v }),
  output: z.array(
    z.object({
      id,
      yoloId: id,
      /** A photo gives four. */
      kind: z.enum(['yolo', 'photo']),
      /** Null where the yolo is gone: after the closing its entries stay. */
      itemName: z.string().nullable(),
      counts: z.boolean(),
    }),
  ),
  errors: [contestNotFound],
})

export const won = z.object({
  entry: id,
  answerBy: instant,
  accepted: z.boolean().nullable(),
  showName: z.boolean(),
})

export const myContests = call('GET /contests/mine', {
  summary: 'Contests that concern the caller: with entries of theirs, won, or open where they are',
  access: 'member',
  limit: 'read',
  input: z.object({ v }),
  output: z.array(
    contest
      .pick({ id: true, title: true, prize: true, eligibility: true, closesOn: true, state: true })
      .extend({
        areaName: z.string(),
        entries: z.int(),
        counting: z.int(),
        /** What the caller said; null before. */
        eligible: z.boolean().nullable(),
        /** False while nothing of theirs could count: not verified, held, or of the staff. */
        memberCounts: z.boolean(),
        held: z.boolean(),
        won: won.nullable(),
      }),
  ),
})

export const confirm = call('POST /contests/:id/confirm', {
  summary: 'Say whether one may take part; entries made before count from then on',
  access: 'member',
  limit: 'write',
  posts: true,
  input: z.object({ id, eligible: z.boolean() }),
  output: z.object({ id, eligible: z.boolean(), counting: z.int() }),
  errors: [contestNotFound, contestClosed],
})

export const answerWin = call('POST /contests/:id/answer', {
  summary: 'The winner accepts or declines, and says whether their name may be shown',
  access: 'member',
  limit: 'write',
  posts: true,
  input: z.object({ id, accept: z.boolean(), showName: z.boolean().optional() }),
  output: won,
  errors: [contestNotFound, acceptedAlready, winnerHeld, turnOver],
})
