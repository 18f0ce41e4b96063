import { z } from 'zod'
import { description, dishName, optionalDishName, placeId } from '#domain/shapes.ts'
import { categoryId } from '#features/categories/contract.ts'
import { card, itemNotFound, publicYolo } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notYours } from '#platform/contract/failure.ts'
import { id, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const tagId = z.int().min(1, 'There is no such tag.').max(151, 'There is no such tag.')

/** The member's own yolo that prevents the save, as a refusal describes it. */
export const conflictingYolo = z.object({
  id,
  itemId: id,
  itemName: z.string(),
  restaurantName: z.string(),
  description: z.string(),
})
export const quotaFilled = declareRefusal(
  409,
  'quota_filled',
  'Quota of 3 filled',
  z.object({ yolos: z.array(conflictingYolo) }),
)
export const yoloAlreadySaved = declareRefusal(
  409,
  'already_yours',
  'This is one of your favorites already.',
  z.object({ yolo: conflictingYolo }),
)
export const mustVerifyToSaveYolo = declareRefusal(
  403,
  'verify_first',
  'You can save yolos, but first verify your e-mail address. The page of your account tells how.',
)
export const restaurantClosed = declareRefusal(
  409,
  'restaurant_closed',
  'This restaurant has been reported as permanently closed, so nothing can be added to it.',
)
export const restaurantGone = declareRefusal(
  409,
  'restaurant_gone',
  'This restaurant has been removed, so nothing can be added to it.',
)
export const itemExists = declareRefusal(
  409,
  'item_exists',
  'This restaurant has an item of this name.',
  z.object({ item: card }),
)
export const yoloNotFound = declareRefusal(404, 'yolo_not_found', 'This yolo isn’t here any more.')

export const addYolo = call('POST /yolos', {
  summary: 'Save an item as one of the three favorites of its category',
  access: 'member',
  limit: 'save',
  input: z.object({
    userId: id.optional(),
    /**
     * The provider's place id. Required unless `itemId` is given. The other place fields are ignored, because the
     * server uses its own record.
     */
    placeId: placeId.nullish(),
    placeName: z.string().max(1000).nullish(),
    placeAddress: z.string().max(1000).nullish(),
    placeLatitude: latitude.nullish(),
    placeLongitude: longitude.nullish(),
    placeResponse: z
      .unknown()
      .transform(() => undefined)
      .optional(),
    categoryId,
    /** An existing item. Without it, the restaurant's item named `itemName` is used, or created if there is none. */
    itemId: id.nullish(),
    itemName: optionalDishName.nullish(),
    description: description.nullish(),
    /** The author's name to show. Used only for user 20, ignored for everyone else. */
    userName: z.string().max(10_000).nullish(),
    tags: z.array(tagId).max(151).nullish(),
  }),
  output: z.object({
    id,
    itemId: id,
    itemName: z.string(),
    categoryId: z.int(),
    restaurantId: id,
    restaurantName: z.string(),
    cityName: z.string(),
    citySlug: z.string(),
  }),
  errors: [
    itemNotFound,
    quotaFilled,
    yoloAlreadySaved,
    mustVerifyToSaveYolo,
    restaurantClosed,
    restaurantGone,
  ],
})

export const addMoreTags = call('POST /add-more-tags/:yoloId', {
  summary: 'Add tags of its category to a yolo; a tag that it has already changes nothing',
  access: 'member',
  limit: 'write',
  bodyList: 'tags',
  input: z.object({ yoloId: id, tags: z.array(z.object({ tagId })).max(151) }),
  output: z.object({ id, yoloTags: z.array(z.object({ tagId: z.int() })) }),
  errors: [yoloNotFound, notYours],
})

export const setTags = call('PUT /yolos/:id/tags', {
  summary: 'The tags of a yolo, the whole list: what isn’t named is taken off',
  access: 'member',
  limit: 'write',
  bodyList: 'tags',
  input: z.object({
    id,
    /** Tag ids, or objects like those of `POST /add-more-tags`. */
    tags: z
      .array(
        z.union([tagId, z.object({ tagId })], 'There is no such tag.'),
        'Send the list of tags.',
      )
      .max(151, 'There are not so many tags.'),
  }),
  output: z.object({ id, yoloTags: z.array(z.object({ tagId: z.int() })) }),
  errors: [yoloNotFound, notYours],
})

export const checkItemName = call('GET /restaurant-items', {
  summary: 'Whether a name is free at a restaurant: `{}`, or 409 with the item that has it',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    placeId,
    itemName: dishName,
    category: categoryId.optional(),
    v: ignoredCacheBuster,
  }),
  output: z.object({}),
  errors: [itemExists],
})

export const swapNeedsSameCategory = declareRefusal(
  409,
  'other_category',
  'Only a favorite of the same category can make room for this one.',
)

const edited = z.object({
  id,
  itemId: id,
  itemName: z.string(),
  categoryId: z.int(),
  description: z.string(),
  userName: z.string(),
  yoloTags: z.array(z.object({ tagId: z.int() })),
})
/** Refusals of calls that put a member's yolo under an item. */
const placingRefusals = [
  yoloNotFound,
  notYours,
  itemNotFound,
  quotaFilled,
  yoloAlreadySaved,
] as const

const move = {
  access: 'member',
  limit: 'save',
  output: edited,
  errors: [...placingRefusals, restaurantClosed, restaurantGone],
} as const

export const editYolo = call('PUT /yolos', {
  summary: 'Change a yolo’s text; what is left out stays as it is',
  access: 'member',
  limit: 'save',
  input: z.object({
    id,
    description: description.nullish(),
    /** The author's name to show. Used only for user 20, ignored for everyone else. */
    userName: z.string().max(10_000).nullish(),
    userId: id.optional(),
  }),
  output: edited,
  errors: [yoloNotFound, notYours],
})

export const renameYolo = call('PUT /yolo/name', {
  ...move,
  summary: 'Give a yolo’s item another name; where others keep the item, the yolo moves instead',
  input: z.object({
    yoloId: id,
    new_name: dishName,
  }),
})

export const moveYolo = call('PUT /yolos/category', {
  ...move,
  summary: 'Move a yolo to another category; tags of the old one drop off',
  input: z.object({
    yoloId: id,
    categoryId,
    /** Tags of the new category to add with the move. */
    tags: z.array(tagId).max(151).optional(),
  }),
})

export const deleteYolo = call('DELETE /yolos/delete/:yoloId', {
  summary: 'Delete a yolo with its text, tags and photo; other members’ votes stay on the item',
  access: 'member',
  limit: 'write',
  input: z.object({ yoloId: id }),
  output: z.object({ id }),
  errors: [yoloNotFound, notYours],
})

export const yolosToEdit = call('GET /items/:id/editable-yolos', {
  summary: 'The yolos of an item that the viewer may change: the own one; up to 100 for an admin',
  access: 'member',
  limit: 'read',
  input: z.object({ id }),
  output: z.array(publicYolo),
  errors: [itemNotFound],
})

export const swapYolo = call('POST /yolos/swap', {
  summary: 'Save a favorite in the place of one that goes, both or neither',
  access: 'member',
  limit: 'save',
  input: addYolo.input.extend({
    /** The yolo to delete, so that the new one can take its slot. */
    outId: id,
  }),
  output: addYolo.output,
  errors: [...addYolo.errors, yoloNotFound, notYours, swapNeedsSameCategory],
})
