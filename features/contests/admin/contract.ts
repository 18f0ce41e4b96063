import { z } from 'zod'
import { categoryIds } from '#domain/vocabulary/categories.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import {
  id,
  instant,
  latitude,
  oneLineText,
  longitude,
  ignoredCacheBuster,
} from '#platform/contract/shapes.ts'
import {
  prizeAlreadyAccepted,
  contest,
  contestNotFound,
  showContest,
  winnerOutcome,
} from '../contract.ts'

export const contestAlreadyOpened = declareRefusal(
  409,
  'contest_opened',
  'This contest has opened: only its title, prize and day of drawing can be changed, and the change is shown on its page.',
)
export const contestAlreadyDrawn = declareRefusal(
  409,
  'contest_drawn',
  'This contest has been drawn.',
)
export const notClosed = declareRefusal(409, 'contest_not_closed', 'This contest isn’t closed yet.')
export const noEntries = declareRefusal(
  409,
  'no_entries',
  'Nobody took part: there is nothing to draw.',
)
export const noSeed = declareRefusal(
  409,
  'no_seed',
  'This contest was drawn before drawings were published.',
)
export const notDrawn = declareRefusal(
  409,
  'contest_not_drawn',
  'This contest hasn’t been drawn yet.',
)
export const winnerMayStillAnswer = declareRefusal(
  409,
  'winner_may_answer',
  'The winner still has time to answer.',
  z.object({ answerBy: instant }),
)
export const winnerIsHeld = declareRefusal(
  409,
  'winner_held',
  'The winner is held: the prize waits for them.',
  z.object({ heldUntil: instant }),
)
export const beaconNotAnnounced = declareRefusal(
  409,
  'beacon_not_announced',
  'First announce which public value will be mixed in.',
)
export const beaconNotPublic = declareRefusal(
  409,
  'beacon_not_public',
  'The announced value isn’t public yet.',
  z.object({ publicAt: instant }),
)

const write = { access: 'admin', limit: 'write' } as const
const read = { access: 'admin', limit: 'read' } as const

const moment = z.iso.datetime({ offset: true })

const facts = z.object({
  title: oneLineText(120),
  prize: oneLineText(200),
  area: z.object({
    name: oneLineText(120),
    latitude,
    longitude,
    miles: z.number().min(0.1).max(12_500),
  }),
  /** IDs of the categories that count. If empty, all count. */
  categories: z
    .array(
      z
        .int()
        .refine((one) => categoryIds.includes(one as never), 'There is no such category.')
        .meta({ enum: categoryIds }),
    )
    .max(categoryIds.length),
  eligibility: oneLineText(300),
  opensAt: moment.nullable(),
  closesAt: moment,
  drawsAt: moment,
  /** Describes a public value that becomes known after the closing and is typed in at the drawing. */
  beacon: oneLineText(300).nullable(),
})

export const createContest = call('POST /contests', {
  ...write,
  summary: 'Make a contest; entries count from now on, or from its opening where that is later',
  input: facts.partial({ categories: true, opensAt: true, beacon: true }),
  output: z.object({ id }),
})

export const changeContest = call('PUT /contests/:id', {
  ...write,
  summary:
    'Change a contest; from the opening on only its title, prize and day of drawing, shown on its page',
  input: facts.partial().extend({ id }),
  output: showContest.output.omit({ entries: true }),
  errors: [contestNotFound, contestAlreadyOpened, contestAlreadyDrawn],
})

export const closeContest = call('POST /contests/:id/close', {
  ...write,
  summary: 'Close a contest now, which freezes its entries; a second time changes nothing',
  input: z.object({ id }),
  output: z.object({ id, closedAt: instant, entryCount: z.int() }),
  errors: [contestNotFound],
})

/** `beacon` is the announced public value itself, such as a lottery's numbers. */
const drawing = z.object({ id, beacon: oneLineText(300).nullish() })
const drawn = z.object({
  id,
  seed: z.string(),
  listHash: z.string(),
  entryCount: z.int(),
  winningEntry: id,
  redraws: z.int(),
})

export const drawContest = call('POST /contests/:id/draw', {
  ...write,
  summary:
    'Draw the winner of a closed contest, and tell them by mail; a second time changes nothing',
  input: drawing,
  output: drawn,
  errors: [contestNotFound, notClosed, noEntries, noSeed],
})

const toRedraw = [
  contestNotFound,
  notClosed,
  noEntries,
  noSeed,
  notDrawn,
  winnerMayStillAnswer,
  winnerIsHeld,
  prizeAlreadyAccepted,
]

export const announceRedraw = call('POST /contests/:id/redraw/announce', {
  ...write,
  summary:
    'Announce which public value the next redraw mixes in, before anyone can know it; a second time changes nothing',
  input: z.object({
    id,
    /** Describes the public value. */
    beacon: oneLineText(300),
    /** When the value becomes known: in the future, but within 60 days. */
    publicAt: moment,
  }),
  output: z.object({
    id,
    k: z.int(),
    beaconAnnounced: z.string(),
    announcedAt: instant,
    publicAt: instant,
  }),
  errors: [...toRedraw],
})

export const redrawContest = call('POST /contests/:id/redraw', {
  ...write,
  summary:
    'Draw again where the winner declined, left, hasn’t answered or stayed held for 14 days, with the value that was announced',
  input: drawing,
  output: drawn,
  errors: [...toRedraw, beaconNotAnnounced, beaconNotPublic],
})

export const exportContest = call('GET /contests/:id/export', {
  ...read,
  summary: 'A contest’s entries with their members, as CSV',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: z.any(),
  produces: 'text/csv',
  errors: [contestNotFound],
})

const counts = z.object({
  entryCount: z.int(),
  /** Entries that count or, after the closing, that counted at the closing. */
  counting: z.int(),
  members: z.int(),
  membersCounting: z.int(),
})

export const adminContests = call('GET /admin/contests', {
  ...read,
  summary: 'Every contest with its counts',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    contest
      .pick({ id: true, title: true, state: true, closesOn: true, drawsOn: true, redraws: true })
      .extend({ areaName: z.string(), outcome: winnerOutcome.nullable(), ...counts.shape }),
  ),
})

export const adminContest = call('GET /admin/contests/:id', {
  ...read,
  summary: 'One contest with its counts, its changes and its winners',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: showContest.output.omit({ entries: true }).extend({
    ...counts.shape,
    winners: z.array(
      z.object({
        k: z.int(),
        entry: id,
        outcome: winnerOutcome,
        /** When the nightly job found that the winner's time to answer was over. */
        overdueAt: instant.nullable(),
        remindedAt: instant.nullable(),
        answerBy: instant,
        member: z
          .object({
            id,
            userName: z.string(),
            email: z.string().nullable(),
            mayBeShown: z.boolean(),
          })
          .nullable(),
      }),
    ),
  }),
  errors: [contestNotFound],
})
