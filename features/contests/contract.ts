import { z } from 'zod'
import { categoryIds } from '#domain/vocabulary/categories.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import {
  id,
  ignoredCacheBuster,
  instant,
  latitude,
  longitude,
  oneLineText,
} from '#platform/contract/shapes.ts'

export const contestNotFound = declareRefusal(404, 'contest_not_found', 'There is no such contest.')
export const wrongContestState = declareRefusal(
  409,
  'wrong_contest_state',
  'This isn’t possible at this time of the contest.',
)

const category = z.literal(categoryIds)
const area = z.object({ name: z.string(), latitude, longitude, miles: z.number() })

const contest = z.object({
  id,
  /** Path of a contest with its own address, such as 'contest1'. All others are at `/contests/:id`. */
  slug: z.string().nullable(),
  title: z.string(),
  prize: z.string(),
  area,
  /** IDs of the categories that count. If empty, all count. */
  categories: z.array(category),
  eligibility: z.string(),
  opensAt: instant.nullable(),
  /** When it closes or was closed. */
  closesAt: instant,
  /** When it is to be drawn or was drawn first. */
  drawsAt: instant,
  timeZone: z.string(),
  state: z.enum(['coming', 'open', 'closed', 'past']),
  /** Name of the public value that decides the drawing. Null for contests of former years. */
  publicValueName: z.string().nullable(),
  /** Length and SHA-256 of the list of entries. Null until the contest is closed. */
  entryCount: z.int().nullable(),
  listHash: z.string().nullable(),
  draws: z.array(
    z.object({
      /** 0 for the drawing, 1 for the first redraw, and so on. */
      k: z.int(),
      /** Number of the winning entry, counted from 0. */
      entry: z.int(),
      publicValue: z.string(),
      /** Why it was drawn again. Null for the first drawing. */
      reason: z.string().nullable(),
      drawnAt: instant,
    }),
  ),
})
export type Contest = z.output<typeof contest>

const read = { limit: 'read', errors: [contestNotFound] } as const
const idInput = z.object({ id, v: ignoredCacheBuster })
const write = { limit: 'write', errors: [contestNotFound, wrongContestState] } as const

export const listContests = call('GET /contests', {
  limit: 'read',
  summary: 'Every contest; those that can still be won first',
  access: 'anyone',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(contest),
})

export const showContest = call('GET /contests/:id', {
  ...read,
  summary: 'One contest, with all that checks its drawing',
  access: 'anyone',
  input: idInput,
  output: contest,
})

export const entryList = call('GET /contests/:id/list', {
  ...read,
  summary: 'The entries of a closed contest in their order: ids of favorites, joined by commas',
  access: 'anyone',
  input: idInput,
  output: z.any(),
  produces: 'text/plain',
})

export const myContests = call('GET /contests/mine', {
  limit: 'read',
  summary: 'Contests with entries of the caller',
  access: 'member',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    contest.extend({
      entries: z.int(),
      /** Whether the member said that they may take part. */
      confirmed: z.boolean(),
      /** False while the member hasn't confirmed or doesn't count. */
      counts: z.boolean(),
      won: z.boolean(),
    }),
  ),
})

export const confirmEligibility = call('POST /contests/:id/confirm', {
  ...write,
  summary: 'Say once that one may take part; entries made before count from then on',
  access: 'member',
  input: z.object({ id }),
})

// Calls for admins.

const moment = z.iso.datetime({ offset: true })
const facts = z.object({
  id: id.optional(),
  title: oneLineText(120),
  prize: oneLineText(200),
  area: area.extend({ name: oneLineText(120), miles: z.number().min(0.1).max(12_500) }),
  categories: z.array(category).max(categoryIds.length).default([]),
  eligibility: oneLineText(300),
  /** Now, if it is absent. */
  opensAt: moment.optional(),
  closesAt: moment,
  drawsAt: moment,
  /** Names a value that becomes public after the closing, such as a lottery's numbers. */
  publicValueName: oneLineText(300),
})

export const saveContest = call('POST /contests', {
  ...write,
  summary: 'Make a contest or, with its `id`, change one that hasn’t opened',
  access: 'admin',
  input: facts,
  output: z.object({ id }),
})

export const closeContest = call('POST /contests/:id/close', {
  ...write,
  summary: 'Close a contest now, which stores its list of entries; a second time changes nothing',
  access: 'admin',
  input: z.object({ id }),
  output: contest,
})

export const drawContest = call('POST /contests/:id/draw', {
  ...write,
  summary: 'Draw the winner of a closed contest, or another one; a second time changes nothing',
  access: 'admin',
  input: z.object({
    id,
    /** 0 for the drawing, one more for each redraw. */
    k: z.int().min(0).max(1000),
    /** The public value if `k` is 0; otherwise the reason for the redraw, which the page shows. */
    text: oneLineText(300),
  }),
  output: contest,
})

export const exportContest = call('GET /contests/:id/export', {
  ...read,
  summary: 'A contest’s entries with their members, as CSV',
  access: 'admin',
  input: idInput,
  output: z.any(),
  produces: 'text/csv',
})

export const adminContest = call('GET /admin/contests/:id', {
  ...read,
  summary: 'One contest with the number of its entries and its winners',
  access: 'admin',
  input: idInput,
  output: contest.extend({
    entries: z.int(),
    winners: z.array(
      z.object({
        k: z.int(),
        userId: id.nullable(),
        userName: z.string().nullable(),
        email: z.string().nullable(),
      }),
    ),
  }),
})
