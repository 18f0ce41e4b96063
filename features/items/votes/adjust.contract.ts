import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, instant } from '#platform/contract/shapes.ts'
import { itemNotFound } from '../contract.ts'

/** What a dish's place in a list comes from, in the order in which it is compared. */
const why = z.object({
  id,
  /** What is shown: votes and adjustment together, never below 0. */
  upvoteCount: z.int(),
  /** Members' votes that count. */
  votes: z.int(),
  /** Votes that don't count: of members who are unverified or held. */
  votesSetAside: z.int(),
  adjustment: z.int(),
  yoloCount: z.int(),
  /** Of these, how many weigh nothing. */
  yolosSetAside: z.int(),
  /** Of those that weigh. */
  newestYoloAt: instant.nullable(),
  /** When a member last said that it is on the menu. */
  confirmedAt: instant.nullable(),
  /** Every adjustment, newest first; the last hundred. */
  adjustments: z.array(z.object({ at: instant, before: z.int(), after: z.int() })),
})

export const whyThisRank = call('GET /items/:id/why', {
  summary:
    'What an item’s rank comes from: votes, adjustment, yolos, the newest; and how many of them are set aside',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id }),
  output: why,
  errors: [itemNotFound],
})

export const upvoteYolo = call('POST /items/upvote-yolo', {
  summary: 'Set the shown number of upvotes, as an adjustment beside the votes',
  access: 'admin-or-20',
  limit: 'write',
  input: z.object({
    itemId: id,
    userId: id.optional(),
    newCount: z
      .int('Please give a whole number.')
      .min(0, 'Not less than 0.')
      .max(1_000_000, 'Not more than 1,000,000.'),
  }),
  output: why,
  errors: [itemNotFound],
})
