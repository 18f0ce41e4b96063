import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, instant, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { idCursor, tableInput, tableOutput } from '#features/admin/table-contract.ts'
import { storyListNames, memberStates } from './parts.ts'

const read = { access: 'admin', limit: 'read' } as const

export const memberNotFound = declareRefusal(404, 'member_not_found', 'There is no such member.')

const person = {
  id,
  userName: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  platform: z.enum(['email', 'apple']),
  createdAt: instant,
  /** What is unusual about the member. Empty if they are verified, not held, and visible to everyone. */
  states: z.array(z.enum(memberStates)),
}

export const searchMembers = call('GET /admin/members', {
  ...read,
  summary:
    'Members whose id is `q`, or whose names or address have words that begin so; the newest first or sorted by a column, 100 a page',
  input: tableInput(
    ['userName', 'firstName', 'lastName', 'email', 'createdAt', 'id'],
    idCursor,
  ).extend({ state: z.enum([...memberStates, 'active']).optional() }),
  output: tableOutput(z.object(person), idCursor),
})

const named = z.object({ id, userName: z.string() })

const storyLine = z.object({
  /** Unique among the lines of its list with the same `at`. */
  key: z.string(),
  at: instant,
  what: z.string(),
  /** The item, restaurant, member or contest that the line is about. */
  thing: z
    .object({
      kind: z.enum(['item', 'restaurant', 'member', 'contest']),
      id,
      name: z.string(),
      restaurant: z.string().nullable(),
    })
    .nullable(),
  /** Another member involved, such as the voter or the admin who decided. */
  member: named.nullable(),
  words: z.string().nullable(),
  answer: z.string().nullable(),
  marks: z.array(z.string()),
  /** Name of the photo, if everyone may see it. */
  image: z.string().nullable(),
})
const list = z.object({ rows: z.array(storyLine), cursor: nextCursor })

export const memberDetails = call('GET /admin/members/:id', {
  ...read,
  summary:
    'All that an admin needs to judge a member: who they are, their numbers, and the newest 10 of each list; `GET /admin/members/:id/:part` goes on',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: z.object({
    member: z.object({
      ...person,
      bio: z.string(),
      verifiedAt: instant.nullable(),
      /** Issuers of the identities that the member can log in with, such as Apple's. */
      vouchedBy: z.array(z.string()),
      /** The e-mail that the member wants to change to but hasn't confirmed yet. */
      pendingEmail: z.string().nullable(),
      /** When the member passed the age check. */
      ageCheckedAt: instant.nullable(),
      consentAt: instant.nullable(),
      nameChangedAt: instant.nullable(),
      disabledAt: instant.nullable(),
      deleteAt: instant.nullable(),
      takenDownAt: instant.nullable(),
      lastSeenAt: instant.nullable(),
      place: z.string().nullable(),
      referrer: named.nullable(),
    }),
    counts: z.object({
      yolos: z.int(),
      photos: z.int(),
      votesGiven: z.int(),
      /** Number of votes that are set aside because the member is held or stayed unverified for too long. */
      votesSetAside: z.int(),
      /** Number of votes on the dishes that the member has saved. */
      votesReceived: z.int(),
      followers: z.int(),
      following: z.int(),
      blockedBy: z.int(),
      referrals: z.int(),
      shares: z.int(),
      sessions: z.int(),
      reportsAbout: z.int(),
      takedowns: z.int(),
      contestEntries: z.int(),
      restaurantsAdded: z.int(),
    }),
    /** Outcomes of the reports that the member made. */
    record: z.object({ made: z.int(), confirmed: z.int(), cleared: z.int(), open: z.int() }),
    parts: z.object(Object.fromEntries(storyListNames.map((part) => [part, list])) as PartLists),
  }),
  errors: [memberNotFound],
})

type PartLists = Record<(typeof storyListNames)[number], typeof list>

export const memberStoryList = call('GET /admin/members/:id/:part', {
  ...read,
  summary: 'One list of a member’s story further on, 50 a page',
  input: z.object({ id, part: z.enum(storyListNames), cursor, v: ignoredCacheBuster }),
  output: list,
  errors: [memberNotFound, badCursor],
})
