import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id, v } from '#platform/contract/shapes.ts'

export const noImage = failure(400, 'no_image', 'No image to upload.')
export const notAPhoto = failure(
  415,
  'not_a_photo',
  'Only .jpeg, .jpg and .png photos can be used.',
)
export const unreadablePhoto = failure(
  400,
  'unreadable_photo',
  'This photo is damaged and can’t be read. Please choose another.',
)
export const photoTooLarge = failure(413, 'photo_too_large', 'A photo may have at most 8 MB.')
export const tooManyPixels = failure(
  413,
  'too_many_pixels',
  'A photo may have at most 40 megapixels.',
)
export const noRoom = failure(
  507,
  'no_room',
  'We have no room for photos at the moment. Please try again later.',
)
export const yoloNotFound = failure(404, 'yolo_not_found', 'This yolo isn’t here any more.')
export const photoNotFound = failure(404, 'photo_not_found', 'This yolo has no photo.')

export const uploadPhoto = call('POST /yolo-image/:yoloId/image/upload', {
  summary:
    'Give a yolo its photo (multipart, field `file`: JPEG or PNG of at most 8 MB and 40 megapixels) in place of the one it has',
  access: 'member',
  limit: 'photo',
  consumes: 'multipart/form-data',
  posts: true,
  input: z.object({ yoloId: id }),
  output: z.object({
    /** The yolo's. */
    id,
    /** For GET /yolo-image/{name}. */
    image: z.string(),
    colour: z.string(),
  }),
  errors: [noImage, notAPhoto, unreadablePhoto, photoTooLarge, tooManyPixels, noRoom, yoloNotFound],
})

export const removePhoto = call('DELETE /yolo-image/:yoloId', {
  summary: 'Take a yolo’s photo away; a second time changes nothing',
  access: 'member',
  limit: 'write',
  input: z.object({ yoloId: id }),
  output: z.object({ id, image: z.null() }),
  errors: [yoloNotFound],
})

export const yoloImage = call('GET /yolo-image/:name', {
  summary:
    'A photo: `{name}.jpg` as a yolo’s `image` says, or `{name}-{320, 640 or 1280}.{jpg or webp}`',
  access: 'anyone',
  limit: 'unlimited',
  produces: 'image/*',
  input: z.object({ name: z.string().max(500), v }),
  output: z.unknown(),
  errors: [photoNotFound],
})

export const getImage = call('GET /getImage', {
  summary: 'The photo that a yolo has now',
  access: 'anyone',
  limit: 'unlimited',
  produces: 'image/jpeg',
  input: z.object({ yoloId: id, v }),
  output: z.unknown(),
  errors: [photoNotFound],
})
