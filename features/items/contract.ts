import { z } from 'zod'
import { placeId } from '#domain/shapes.ts'
import { categoryId } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id, instant, v } from '#platform/contract/shapes.ts'

/** One member's favourite as others see it. */
export const yoloShown = z.object({
  id,
  /** Name of the photo for GET /yolo-image/{name}, or null. */
  image: z.string().nullable(),
  /** The photo's own colour, to be shown until it is there. */
  imageColour: z.string().nullable(),
  description: z.string(),
  userId: id,
  userName: z.string(),
  yoloTags: z.array(z.object({ tagId: z.int() })),
  createdAt: instant,
})

const photoShown = z.object({ image: z.string(), colour: z.string(), yoloId: id, userId: id })
const reported = z.array(z.object({ kind: z.enum(['text', 'photo']), yoloId: id }))

/** A dish in a list: the group of its yolos (the first few), its place and its votes. */
export const card = z.object({
  /** The item's. */
  id,
  /** The dish's, as old clients call it; `itemName` is the same. */
  name: z.string(),
  itemName: z.string(),
  categoryId: z.int(),
  restaurantId: id,
  restaurantName: z.string(),
  /** Nearest city of the restaurant, 'Minneapolis, MN, US'. */
  cityName: z.string(),
  /** 1 to 4, or null where nobody knows. */
  priceLevel: z.int().nullable(),
  /** Great-circle miles from the point asked for; null without one. */
  distanceMiles: z.number().nullable(),
  upvoteCount: z.int(),
  yoloCount: z.int(),
  /** All tags of its yolos. */
  tags: z.array(z.int()),
  /** The newest of its yolos' photos. */
  photo: photoShown.nullable(),
  /** Those with a text first, newest first; at most three. */
  yolos: z.array(yoloShown),
  upvoted: z.boolean(),
  canUpvote: z.boolean(),
  /** Reported as no longer on the menu by the viewer, whatever others say. */
  expired: z.boolean(),
  /** No longer on the menu: five verified members say so, or an admin. The same for everyone. */
  gone: z.boolean(),
  /** Its restaurant has closed for good, decided in the same way. */
  closed: z.boolean(),
  /** When a verified member last said that it is still on the menu. */
  confirmedAt: instant.nullable(),
  /** The viewer’s own favourite. */
  used: z.boolean(),
  /** Texts and photos of its yolos that the viewer has reported, and so doesn’t see. */
  reported,
})
export type Card = z.output<typeof card>

/**
 * A card in a long list. What is left out is as for most: no photo, never confirmed, neither gone nor closed, open
 * to the viewer’s vote, nothing of it used or reported, a yolo without a photo. Of its yolos it has those whose text
 * and photo it shows.
 */
export const listedCard = card
  .extend({ yolos: z.array(yoloShown.omit({ imageColour: true }).partial({ image: true })) })
  .partial({
    photo: true,
    canUpvote: true,
    gone: true,
    closed: true,
    confirmedAt: true,
    used: true,
    reported: true,
  })
export type ListedCard = z.output<typeof listedCard>

export const itemNotFound = failure(404, 'item_not_found', 'This dish isn’t here any more.')
/** What the viewer sees differently on cards that were made for everyone (rules: marks). */
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
      /** What the card shows instead, where the viewer has reported something on it. */
      yolos: z.array(yoloShown).optional(),
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
    /** The place id (or our restaurant’s number); `placeId` means the same. */
    place: placeId.optional(),
    placeId: placeId.optional(),
    v,
  }),
  output: z.array(card),
})
