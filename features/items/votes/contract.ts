import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant } from '#platform/contract/shapes.ts'
import { expectedName, itemNotFound, itemRenamed } from '../contract.ts'

export const cannotUpvoteOwnFavourite = declareRefusal(
  409,
  'own_favourite',
  'This is one of your favorites, so it counts already.',
)
export const votingClosed = declareRefusal(
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
  input: vote.input.extend({ expectedName }),
  refusedWhenTakenDown: true,
  summary: 'Vote for an item; a second time changes nothing',
  errors: [itemNotFound, itemRenamed, cannotUpvoteOwnFavourite, votingClosed],
})
export const removeUpvote = call('POST /items/:id/removeUpvote', {
  ...vote,
  summary: 'Take one’s vote back; a second time changes nothing',
  errors: [itemNotFound],
})

/** The values that decide a dish's rank, what they consist of, and when the dish was last confirmed. */
const why = z.object({
  id,
  /** The upvotes shown: votes and adjustment together, never below 0. */
  upvoteCount: z.int(),
  /** Number of members' votes that count. */
  votes: z.int(),
  /**
   * Number of votes that don't count, because their members are held or have stayed unverified for too long. Null if
   * it isn't told, because fewer than five are set aside or count.
   */
  votesSetAside: z.int().nullable(),
  adjustment: z.int(),
  /** Number of yolos, also of those that don't count. */
  yoloCount: z.int(),
  /** When the newest yolo was saved. Null if there is none. */
  newestYoloAt: instant.nullable(),
  /** When a verified member last said that it is still on the menu. Null if nobody has. */
  confirmedAt: instant.nullable(),
  /** The last hundred adjustments, newest first. */
  adjustments: z.array(z.object({ at: instant, before: z.int(), after: z.int() })),
})

export const whyThisRank = call('GET /items/:id/why', {
  summary:
    'What an item’s rank comes from: votes, adjustment, yolos, the newest; and how many votes are set aside, where that names nobody',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id }),
  output: why,
  errors: [itemNotFound],
})

export const adjustUpvoteCount = call('POST /items/upvote-yolo', {
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
