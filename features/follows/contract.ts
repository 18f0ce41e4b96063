import { z } from 'zod'
import { memberNotFound } from '#features/avatars/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { emptyObject, id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const cannotFollowOrBlockSelf = declareRefusal(400, 'not_oneself', 'That would be yourself.')
export const followBlocked = declareRefusal(403, 'blocked', 'You can’t follow this member.')

const followed = z.object({
  userId: id,
  userName: z.string(),
  /** Always null, because members never see each other's e-mail addresses (rules: private addresses). */
  email: z.null(),
  youFollowed: z.boolean(),
})
const other = z.object({ userId: id })
/** The response is a bare list, so the cursor is the id of the last member on the previous page. */
const page = z.object({ cursor: id.optional(), v: ignoredCacheBuster })
const member = { access: 'member', limit: 'read' } as const
const act = { access: 'member', limit: 'write', othersId: true, input: other } as const

export const followers = call('GET /follow/my-followers', {
  ...member,
  summary: 'Who follows the caller, newest first, 100 a page',
  input: page,
  output: z.array(followed),
})
export const followedMembers = call('GET /follow/my-followings', {
  ...member,
  summary: 'Members that the caller follows, newest first, 100 a page',
  input: page,
  output: z.array(followed),
})
export const followersCount = call('GET /follow/my-followers-count', {
  ...member,
  summary: 'How many follow the caller',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ count: z.int() }),
})
export const followingCount = call('GET /follow/my-following-count', {
  ...member,
  summary: 'How many the caller follows',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ count: z.int() }),
})
export const isFollowing = call('GET /follow/is-followed', {
  ...member,
  summary: '`Yes` when the caller follows this member',
  othersId: true,
  input: other.extend({ v: ignoredCacheBuster }),
  output: z.object({ message: z.enum(['Yes', 'No']) }),
})
export const follow = call('POST /follow/follow-user', {
  ...act,
  limit: 'follow',
  summary: 'Follow a member; a second time changes nothing',
  output: z.object({ userId: id, youFollowed: z.boolean() }),
  errors: [memberNotFound, cannotFollowOrBlockSelf, followBlocked],
})
export const unfollow = call('DELETE /follow/un-follow-user', {
  ...act,
  summary: 'Follow a member no longer; a second time changes nothing',
  output: z.object({ userId: id, youFollowed: z.boolean() }),
})
export const block = call('POST /follow/block', {
  ...act,
  summary: 'Block a member: neither follows the other any more, and their notices stop',
  output: emptyObject,
  errors: [memberNotFound, cannotFollowOrBlockSelf],
})
export const unblock = call('DELETE /follow/block', {
  ...act,
  summary: 'Block a member no longer',
  output: emptyObject,
})
export const blockedMembers = call('GET /follow/blocked', {
  ...member,
  summary: 'Members that the caller has blocked, newest first, 100 a page',
  input: page,
  output: z.array(z.object({ userId: id, userName: z.string() })),
})
