import { z } from 'zod'
import { dishName, placeId } from '#domain/shapes.ts'
import { categoryId } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant, ignoredCacheBuster } from '#platform/contract/shapes.ts'

/** One member's favorite as others see it. */
export const publicYolo = z.object({
  id,
  /** Name of the photo for GET /yolo-image/{name}, or null. */
  image: z.string().nullable(),
  /** The photo's main color, shown until the photo has loaded. */
  imageColor: z.string().nullable(),
  description: z.string(),
  userId: id,
  userName: z.string(),
  yoloTags: z.array(z.object({ tagId: z.int() })),
  createdAt: instant,
})

/** A dish in a list, with its restaurant, its votes and the first few of its yolos. */
export const card = z.object({
  /** The item's id. */
  id,
  /** The dish's name for old clients, the same as `itemName`. */
  name: z.string(),
  itemName: z.string(),
  categoryId: z.int(),
  restaurantId: id,
  restaurantName: z.string(),
  /** The city nearest to the restaurant, like 'Minneapolis, MN, US'. */
  cityName: z.string(),
  /** Price level, 1 to 4, or null if unknown. */
  priceLevel: z.int().nullable(),
  /** Great-circle distance from the requested point, in miles. Null if no point was given. */
  distanceMiles: z.number().nullable(),
  upvoteCount: z.int(),
  yoloCount: z.int(),
  /** All tags of its yolos. */
  tags: z.array(z.int()),
  /** The newest of its yolos' photos. */
  photo: z.object({ image: z.string(), color: z.string(), yoloId: id, userId: id }).nullable(),
  /** At most three of its yolos: those with a text first, then the newest. */
  yolos: z.array(publicYolo),
  upvoted: z.boolean(),
  canUpvote: z.boolean(),
  /** True if the viewer has reported it as no longer on the menu, whatever others say. */
  expired: z.boolean(),
  /** True if it is no longer on the menu, by five members' reports or an admin's decision. The same for everyone. */
  gone: z.boolean(),
  /** True if its restaurant has closed for good. The same for everyone. */
  closed: z.boolean(),
  /** When a member last said that it is still on the menu. Null if nobody has. */
  confirmedAt: instant.nullable(),
  /** True if it is one of the viewer’s own favorites. */
  used: z.boolean(),
})
export type Card = z.output<typeof card>

/** What a list shows of a dish: of its yolos, the text of the first and who saved it. */
export type ShownCard = Omit<Card, 'yolos'> & {
  yolos: Pick<Card['yolos'][number], 'id' | 'userId' | 'userName' | 'description'>[]
}

export const itemNotFound = declareRefusal(404, 'item_not_found', 'This dish isn’t here any more.')

/** The viewer's marks on cards that are otherwise the same for everyone. */
export const marks = call('GET /marks', {
  summary:
    'The viewer’s own marks on up to 200 items (comma list of ids), with their counts of now',
  access: 'member',
  limit: 'read',
  input: z.object({
    items: z.string().regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'A comma list of at most 200 ids.'),
  }),
  output: z.array(
    card.pick({
      id: true,
      upvoted: true,
      canUpvote: true,
      upvoteCount: true,
      expired: true,
      gone: true,
      closed: true,
      confirmedAt: true,
      used: true,
    }),
  ),
})

export const listItems = call('GET /items', {
  summary:
    'A restaurant’s items of a category, best first; `used` marks the viewer’s own favorites',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    category: categoryId,
    user: id.optional(),
    /** The restaurant's place id, or our numeric id of it. `placeId` means the same. */
    place: placeId.optional(),
    placeId: placeId.optional(),
    v: ignoredCacheBuster,
  }),
  output: z.array(card),
})

export const similarItems = call('GET /items/similar', {
  summary:
    'Up to five items of a restaurant and category near in name to what has been typed so far',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    /** Our id of the restaurant. Either this or the provider's `placeId` must be given. */
    restaurantId: id.optional(),
    placeId: placeId.optional(),
    category: categoryId,
    itemName: dishName,
    v: ignoredCacheBuster,
  }),
  output: z.array(
    card.pick({
      id: true,
      name: true,
      itemName: true,
      upvoteCount: true,
      yoloCount: true,
      used: true,
    }),
  ),
})

export const cannotUpvoteOwnFavorite = declareRefusal(
  409,
  'own_favorite',
  'This is one of your favorites, so it counts already.',
)
export const votingClosed = declareRefusal(
  409,
  'votes_off',
  'Members say that this isn’t served any more, so it takes no votes.',
)

const vote = {
  access: 'member',
  limit: 'vote',
  input: z.object({ id, userId: id.optional() }),
  output: card.pick({ id: true, upvoted: true, canUpvote: true, upvoteCount: true }),
} as const

export const upvote = call('POST /items/:id/upvote', {
  ...vote,
  summary: 'Vote for an item; a second time changes nothing',
  errors: [itemNotFound, cannotUpvoteOwnFavorite, votingClosed],
})
export const removeUpvote = call('POST /items/:id/removeUpvote', {
  ...vote,
  summary: 'Take one’s vote back; a second time changes nothing',
  errors: [itemNotFound],
})

export const adjustUpvoteCount = call('POST /items/upvote-yolo', {
  summary: 'Set the shown number of upvotes, as an adjustment to the votes',
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
  output: z.object({ id, upvoteCount: z.int(), votes: z.int(), adjustment: z.int() }),
  errors: [itemNotFound],
})

export const verificationRequired = declareRefusal(
  403,
  'verify_first',
  'To confirm a dish, first verify your e-mail. The page of your account tells how.',
)

const report = {
  access: 'member',
  limit: 'report',
  input: z.object({ id, userId: id.optional() }),
  output: card.pick({ id: true, expired: true }),
  errors: [itemNotFound],
} as const

export const reportOffMenu = call('POST /items/:id/expired', {
  ...report,
  summary: 'Report an item as no longer on the menu; a second time changes nothing',
})
export const withdrawOffMenuReport = call('DELETE /items/:id/expired', {
  ...report,
  summary: 'Take one’s own report of an item back; without one nothing changes',
})
export const reportOffMenuByGet = call('GET /itemExpired', {
  ...report,
  summary: 'The same as `POST /items/{id}/expired`, for old clients',
  unsafeGet: true,
  input: z.object({ itemId: id, userId: id.optional() }),
})
export const confirmOnMenu = call('POST /items/:id/confirm', {
  ...report,
  summary: 'Say that an item is still on the menu, which takes one’s own report of it back',
  output: z.object({ id, confirmedAt: instant }),
  errors: [itemNotFound, verificationRequired],
})

/** File formats of lists and favorites that are taken along. */
export const exportFormats = ['csv', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportMediaTypes = {
  csv: 'text/csv',
  geojson: 'application/geo+json',
} satisfies Record<ExportFormat, string>
