import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id, instant } from '#platform/contract/shapes.ts'
import { itemNotFound } from '../contract.ts'

export const ownFavourite = failure(
  409,
  'own_favourite',
  'This is one of your favorites, so it counts already.',
)
export const votesOff = failure(
  409,
  'votes_off',
  'Members say that this isn’t served any more, so it takes no votes.',
)

const voted = z.object({ id, upvoted: z.boolean(), canUpvote: z.boolean(), upvoteCount: z.int() })
const vote = {
  access: 'member',
  limit: 'vote',
  input: z.object({ id, userId: id.optional() }),
  output: voted,
} as const

export const upvote = call('POST /items/:id/upvote', {
  ...vote,
  posts: true,
  summary: 'Vote for an item; a second time changes nothing',
  errors: [itemNotFound, ownFavourite, votesOff],
})
export const removeUpvote = call('POST /items/:id/removeUpvote', {
  ...vote,
  summary: 'Take one’s vote back; a second time changes nothing',
  errors: [itemNotFound],
})

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
