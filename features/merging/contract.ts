import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { changedMeanwhile, declareRefusal } from '#platform/contract/failure.ts'
import { id, instant, oneLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { restaurantNotFound, openingHours } from '#features/restaurants/contract.ts'

export const restaurantsDiffer = declareRefusal(
  409,
  'other_restaurant',
  'These two are of different restaurants. Where the restaurants are one, merge those.',
)
export const categoriesDiffer = declareRefusal(
  409,
  'categories_differ',
  'These two stand in different categories. Move one of them first.',
)

/** The opaque version of the names that the admin saw in the comparison. */
const version = z.string().max(40)

/**
 * How many yolos, votes and reports moved, and how many were joined or dropped because their member had one on both
 * sides. A vote is also dropped if its member has saved the item that stays.
 */
export const mergeCounts = z.object({
  yolos: z.object({ moved: z.int(), joined: z.int() }),
  votes: z.object({ moved: z.int(), dropped: z.int() }),
  reports: z.object({ moved: z.int(), dropped: z.int() }),
})

export const mergeItems = call('POST /items/:id/merge', {
  summary:
    'Make two items of one restaurant and category one: `id` goes, `into` stays with the yolos, votes, tags, photos and reports of both',
  access: 'admin',
  limit: 'write',
  input: z.object({ id, into: id, version: version.optional() }),
  output: mergeCounts.extend({
    /** The id of the item that stayed. */
    id,
    itemName: z.string(),
    upvoteCount: z.int(),
    yoloCount: z.int(),
    /** The id of the merging, by which it can be undone. */
    merge: id,
  }),
  errors: [itemNotFound, restaurantsDiffer, categoriesDiffer, changedMeanwhile],
})

export const mergeRestaurants = call('POST /restaurants/:id/merge', {
  summary:
    'Make two restaurants one: `id` goes, `into` stays with the dishes of both; those of one name and category become one',
  access: 'admin',
  limit: 'write',
  input: z.object({ id, into: id, version: version.optional() }),
  output: mergeCounts.extend({
    /** The id of the restaurant that stayed. */
    id,
    name: z.string(),
    /** Place id of the restaurant that stayed. The page and place id of the other one now lead to this restaurant. */
    placeId: z.string(),
    items: z.object({ moved: z.int(), joined: z.int() }),
    /** The id of the merging, by which it can be undone. */
    merge: id,
  }),
  errors: [restaurantNotFound, changedMeanwhile],
})

const read = { access: 'admin', limit: 'read' } as const
const kind = z.enum(['item', 'restaurant'])

export const mergeNotFound = declareRefusal(404, 'merge_not_found', 'There is no such merging.')
export const cannotUndo = declareRefusal(
  409,
  'cannot_undo',
  'One of the two was changed since, so this can’t be undone.',
)

const restaurant = z.object({
  id,
  name: z.string(),
  address: z.string(),
  cityLabel: z.string(),
  itemCount: z.int(),
  yoloCount: z.int(),
})
const dish = z.object({ id, name: z.string(), categoryId: id, yoloCount: z.int() })

export const searchRestaurantsToMerge = call('GET /admin/merge/restaurants', {
  ...read,
  summary:
    'Up to 20 restaurants whose name begins so; behind a comma its city, or a number alone for the one of that number',
  input: z.object({ q: oneLineText(200), v: ignoredCacheBuster }),
  output: z.array(restaurant),
})

export const likelyDuplicates = call('GET /admin/merge/twins', {
  ...read,
  summary:
    'Restaurants of nearly one name within a mile of this one, and pairs of its dishes whose names are nearly one, 50 a page; `cursor` is the number of the last dish that would go',
  input: z.object({ restaurantId: id, cursor: id.optional(), v: ignoredCacheBuster }),
  output: z.object({
    restaurant: restaurant.extend({ closed: z.boolean() }),
    /** The nearest first; only on the first page. */
    restaurants: z.array(restaurant.extend({ miles: z.number() })),
    /**
     * Each dish with the one that most members saved of those that are like it, unless an admin has decided on those two.
     */
    dishes: z.array(z.object({ goes: dish, stays: dish })),
    cursor: id.nullable(),
  }),
  errors: [restaurantNotFound],
})

const side = z.object({
  id,
  name: z.string(),
  restaurantId: id,
  restaurantName: z.string(),
  address: z.string(),
  cityLabel: z.string(),
  /** Null for a restaurant. */
  categoryId: id.nullable(),
  openingHours: z.array(openingHours).nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** True if the dish is off the menu or the restaurant is closed. */
  hidden: z.boolean(),
  itemCount: z.int(),
  yoloCount: z.int(),
  upvoteCount: z.int(),
  photoCount: z.int(),
  reportCount: z.int(),
  /** At most three, the newest that are shown publicly. */
  photos: z.array(z.object({ image: z.string(), colour: z.string() })),
  /** The names of at most eight of a restaurant's dishes, most yolos first; empty for a dish. */
  dishes: z.array(z.string()),
})
export type MergeSide = z.output<typeof side>

export const comparison = call('GET /admin/merge/comparison', {
  ...read,
  summary:
    'Two items or two restaurants side by side, and what merging `from` into `into` would move',
  input: z.object({ kind, from: id, into: id, v: ignoredCacheBuster }),
  output: z.object({
    /** What a merging sends back: it is refused if one of the two is called otherwise by then. */
    version,
    goes: side,
    stays: side,
    miles: z.number(),
    /** True if they are more than `farMiles` apart. The admin then has to confirm twice. */
    far: z.boolean(),
    farMiles: z.number(),
    /** True if their names probably mean the same (`isSimilarName`). */
    namesNear: z.boolean(),
    /** What the merging would return. */
    moves: mergeCounts.extend({
      items: z.object({ moved: z.int(), joined: z.int() }),
      /** The yolos and votes of the dishes that move unchanged. */
      along: z.object({ yolos: z.int(), votes: z.int() }),
    }),
  }),
  errors: [itemNotFound, restaurantNotFound, restaurantsDiffer, categoriesDiffer],
})

const named = z.object({ id, name: z.string() })

export const recentMerges = call('GET /admin/merges', {
  ...read,
  summary: 'What was merged, the last first, 50 a page; `cursor` is the number of the last one',
  input: z.object({ cursor: id.optional(), v: ignoredCacheBuster }),
  output: z.object({
    merges: z.array(
      z.object({
        id,
        kind,
        goes: named,
        stays: named,
        restaurantName: z.string(),
        by: z.string(),
        at: instant,
        undone: z.boolean(),
        /** True if the merging wasn't undone, and neither of the two was merged again or deleted since. */
        canUndo: z.boolean(),
      }),
    ),
    cursor: id.nullable(),
  }),
})

export const undoMerging = call('POST /admin/merges/:id/undo', {
  summary:
    'Take two items or restaurants apart again: what was moved goes back to where it was, what came since stays',
  access: 'admin',
  limit: 'write',
  input: z.object({ id }),
  output: z.object({
    kind,
    /** `goes` exists again; `stays` is the one that it had been merged into. */
    goes: id,
    stays: id,
    /** How many favorites of members who had saved both are still joined. */
    stillJoined: z.int(),
  }),
  errors: [mergeNotFound, cannotUndo],
})
