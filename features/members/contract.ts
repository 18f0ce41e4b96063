import { z } from 'zod'
import { memberNotFound, avatarVersion } from '#features/avatars/contract.ts'
import { card, exportFormats, exportMediaTypes, type Card } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

/** The card of a dish with only this member's yolo. */
export type Favorite = Card

export const myPage = call('GET /my-page', {
  summary: 'The caller’s own page: counts and favorites',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({
    userName: z.string(),
    /** As in `GET /user`. */
    verified: z.boolean(),
    bio: z.string(),
    avatar: avatarVersion,
    /** Number of items that the member has upvoted. */
    upvotedCount: z.int(),
    /** Number of upvotes on the member's favorites. */
    receivedCount: z.int(),
    shareCount: z.int(),
    followersCount: z.int(),
    followingCount: z.int(),
    items: z.array(card),
  }),
})

export const showMember = call('GET /users/:id', {
  summary: 'A member’s page: name, bio, favorites',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: z.object({
    id,
    userName: z.string(),
    bio: z.string(),
    avatar: avatarVersion,
    followersCount: z.int(),
    followingCount: z.int(),
    /** The viewer follows this member. */
    youFollowed: z.boolean(),
    /** The viewer has blocked this member. */
    youBlocked: z.boolean(),
    /** If not, the page asks search engines not to index it (rules: pages). */
    verified: z.boolean(),
    items: z.array(card),
  }),
  errors: [memberNotFound],
})

export const exportFavorites = call('GET /users/:id/export', {
  summary: 'A member’s public favorites as a file: GeoJSON, KML or CSV',
  access: 'anyone',
  limit: 'export',
  input: z.object({ id, format: z.enum(exportFormats), v: ignoredCacheBuster }),
  output: z.any(),
  produces: Object.values(exportMediaTypes),
  errors: [memberNotFound],
})

export const upvotedItems = call('GET /upvotedItems', {
  summary: 'Items that the caller has voted for, newest vote first; pages count from 0',
  access: 'member',
  limit: 'read',
  input: z.object({
    pageNumber: z.int().min(0).max(1_000_000).default(0),
    pageSize: z.int().min(1).max(100).default(10),
    v: ignoredCacheBuster,
  }),
  output: z.object({ items: z.array(card), total: z.int() }),
})

export const recordShare = call('POST /share', {
  summary: 'Count that the caller’s page was shared',
  access: 'member',
  limit: 'share',
  input: z.object({}),
  output: z.object({ shareCount: z.int() }),
})
