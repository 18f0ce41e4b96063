import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id } from '#platform/contract/shapes.ts'
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
