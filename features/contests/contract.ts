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
export const contestClosed = declareRefusal(409, 'contest_closed', 'This contest is closed.')
export const contestOpened = declareRefusal(
  409,
  'contest_opened',
  'This contest has opened, so it can’t change.',
)
export const contestNotClosed = declareRefusal(
  409,
  'contest_not_closed',
  'This contest isn’t closed yet.',
)
export const contestEmpty = declareRefusal(
  409,
  'no_entries',
  'Nobody took part: there is nothing to draw.',
)
export const contestNotDrawn = declareRefusal(
  409,
  'contest_not_drawn',
  'This contest hasn’t been drawn yet.',
)

const draw = z.object({
  /** 0 for the drawing, 1 for the first redraw, and so on. */
  k: z.int(),
  /** Number of the winning entry, counted from 0. */
  entry: z.int(),
  publicValue: z.string(),
  /** Why it was drawn again. Null for the first drawing. */
  reason: z.string().nullable(),
  drawnAt: instant,
})

const area = z.object({ name: z.string(), latitude, longitude, miles: z.number() })

export const contest = z.object({
  id,
  /** Path of a contest with its own address, such as 'contest1'. All others are at `/contests/:id`. */
  slug: z.string().nullable(),
  title: z.string(),
  prize: z.string(),
  area,
  /** IDs of the categories that count. If empty, all count. */
  categories: z.array(z.int()),
  eligibility: z.string(),
  opensAt: instant.nullable(),
  closesAt: instant,
  drawsAt: instant,
  closedAt: instant.nullable(),
  timeZone: z.string(),
  /** Days in the contest's time zone, as YYYY-MM-DD. */
  closesOn: z.string(),
  drawsOn: z.string(),
  state: z.enum(['coming', 'open', 'closed', 'past']),
  /** Name of the public value that decides the drawing. Null for contests of former years. */
  publicValueName: z.string().nullable(),
  /** Length and SHA-256 of the list of entries. Null until the contest is closed. */
  entryCount: z.int().nullable(),
  listHash: z.string().nullable(),
  draws: z.array(draw),
})
export type Contest = z.output<typeof contest>

const read = { limit: 'read' } as const
const one = { input: z.object({ id, v: ignoredCacheBuster }), errors: [contestNotFound] } as const

export const listContests = call('GET /contests', {
  ...read,
  summary: 'Every contest; those that can still be won first',
  access: 'anyone',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(contest),
})

export const showContest = call('GET /contests/:id', {
  ...read,
  ...one,
  summary: 'One contest, with all that checks its drawing',
  access: 'anyone',
  output: contest,
})

export const entryList = call('GET /contests/:id/list', {
  ...read,
  input: one.input,
  summary: 'The entries of a closed contest in their order: ids of favorites, joined by commas',
  access: 'anyone',
  output: z.any(),
  produces: 'text/plain',
  errors: [contestNotFound, contestNotClosed],
})

export const myContests = call('GET /contests/mine', {
  ...read,
  summary: 'Contests that concern the caller: with entries of theirs, or open where they are',
  access: 'member',
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
        /** What the member said about whether they may take part. Null if they haven't answered. */
        eligible: z.boolean().nullable(),
        /** False if no entry of the member can count, because they are unverified or have rights. */
        memberCounts: z.boolean(),
        won: z.boolean(),
      }),
  ),
})

export const declareEligibility = call('POST /contests/:id/confirm', {
  summary: 'Say whether one may take part; entries made before count from then on',
  access: 'member',
  limit: 'write',
  input: z.object({ id, eligible: z.boolean() }),
  output: z.object({ id, eligible: z.boolean() }),
  errors: [contestNotFound, contestClosed],
})

// Calls for admins.

const moment = z.iso.datetime({ offset: true })
const facts = z.object({
  title: oneLineText(120),
  prize: oneLineText(200),
  area: area.extend({ name: oneLineText(120), miles: z.number().min(0.1).max(12_500) }),
  categories: z
    .array(
      z
        .int()
        .refine((category) => categoryIds.includes(category as never), 'There is no such category.')
        .meta({ enum: categoryIds }),
    )
    .max(categoryIds.length)
    .default([]),
  eligibility: oneLineText(300),
  /** Now, if it is absent. */
  opensAt: moment.optional(),
  closesAt: moment,
  drawsAt: moment,
  /** Names a value that becomes public after the closing, such as a lottery's numbers. */
  publicValueName: oneLineText(300),
})
export type ContestFacts = z.output<typeof facts>

export const createContest = call('POST /contests', {
  summary: 'Make a contest',
  access: 'admin',
  limit: 'write',
  input: facts,
  output: z.object({ id }),
})

export const changeContest = call('PUT /contests/:id', {
  summary: 'Change a contest that hasn’t opened',
  access: 'admin',
  limit: 'write',
  input: facts.extend({ id }),
  output: contest,
  errors: [contestNotFound, contestOpened],
})

export const closeContest = call('POST /contests/:id/close', {
  summary: 'Close a contest now, which stores its list of entries; a second time changes nothing',
  access: 'admin',
  limit: 'write',
  input: z.object({ id }),
  output: contest,
  errors: [contestNotFound],
})

export const drawContest = call('POST /contests/:id/draw', {
  summary: 'Draw the winner of a closed contest; a second time changes nothing',
  access: 'admin',
  limit: 'write',
  input: z.object({ id, publicValue: oneLineText(300) }),
  output: contest,
  errors: [contestNotFound, contestNotClosed, contestEmpty],
})

export const redrawContest = call('POST /contests/:id/redraw', {
  summary: 'Draw again, for a reason that the page shows; a second time changes nothing',
  access: 'admin',
  limit: 'write',
  input: z.object({
    id,
    /** Number of the redraw: one more than that of the last drawing. */
    k: z.int().min(1).max(1000),
    reason: oneLineText(300),
  }),
  output: contest,
  errors: [contestNotFound, contestNotDrawn],
})

export const exportContest = call('GET /contests/:id/export', {
  ...read,
  ...one,
  summary: 'A contest’s entries with their members, as CSV',
  access: 'admin',
  output: z.any(),
  produces: 'text/csv',
})

export const adminContest = call('GET /admin/contests/:id', {
  ...read,
  ...one,
  summary: 'One contest with its counts and its winners',
  access: 'admin',
  output: contest.extend({
    entries: z.int(),
    members: z.int(),
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
