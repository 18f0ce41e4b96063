import { z } from 'zod'
import { optionalDishName, placeId } from '#domain/shapes.ts'
import { categoryId } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const itemRenamed = declareRefusal(
  409,
  'item_renamed',
  'This dish has another name now. Please look at it again.',
)
/** The item's name as the caller knows it. If the item was renamed since, the call is refused. */
export const expectedName = optionalDishName.nullish()

/** One member's favorite as others see it. */
export const publicYolo = z.object({
  id,
  /** Name of the photo for GET /yolo-image/{name}, or null. */
  image: z.string().nullable(),
  /** The photo's main color, shown until the photo has loaded. */
  imageColour: z.string().nullable(),
  description: z.string(),
  userId: id,
  userName: z.string(),
  yoloTags: z.array(z.object({ tagId: z.int() })),
  createdAt: instant,
})

const photoShown = z.object({ image: z.string(), colour: z.string(), yoloId: id, userId: id })
const reported = z.array(z.object({ kind: z.enum(['text', 'photo']), yoloId: id }))

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
  photo: photoShown.nullable(),
  /** At most three of its yolos: those with a text first, then the newest. */
  yolos: z.array(publicYolo),
  upvoted: z.boolean(),
  canUpvote: z.boolean(),
  /** True if the viewer has reported it as no longer on the menu, whatever others say. */
  expired: z.boolean(),
  /** True if it is no longer on the menu according to five verified members or an admin. The same for everyone. */
  gone: z.boolean(),
  /**
   * True if its restaurant has closed for good according to five verified members or an admin. The same for everyone.
   */
  closed: z.boolean(),
  /** When a verified member last said that it is still on the menu. Null if nobody has. */
  confirmedAt: instant.nullable(),
  /** True if it is one of the viewer’s own favorites. */
  used: z.boolean(),
  /** Texts and photos of its yolos that the viewer has reported, and therefore doesn’t see. */
  reported,
})
export type Card = z.output<typeof card>

export const itemNotFound = declareRefusal(404, 'item_not_found', 'This dish isn’t here any more.')
/** The viewer's marks on cards that are otherwise the same for everyone (rules: marks). */
export const marks = call('GET /marks', {
  summary:
    'The viewer’s own marks on up to 200 items (comma list of ids), with their counts of now',
  access: 'member',
  limit: 'read',
  input: z.object({
    items: z.string().regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'A comma list of at most 200 ids.'),
  }),
  output: z.array(
    z.object({
      id,
      upvoted: z.boolean(),
      canUpvote: z.boolean(),
      upvoteCount: z.int(),
      expired: z.boolean(),
      gone: z.boolean(),
      closed: z.boolean(),
      confirmedAt: instant.nullable(),
      used: z.boolean(),
      reported,
      /** The yolos and the photo that the card shows instead, if the viewer has reported something on it. */
      yolos: z.array(publicYolo).optional(),
      photo: photoShown.nullable().optional(),
    }),
  ),
})

export const listItems = call('GET /items', {
  summary:
    'A restaurant’s items of a category, best first; `used` marks the viewer’s own favourites',
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
