import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notYours } from '#platform/contract/failure.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const photoMissing = declareRefusal(400, 'no_image', 'No image to upload.')
export const notAPhoto = declareRefusal(
  415,
  'not_a_photo',
  'Only .jpeg, .jpg and .png photos can be used.',
)
export const unreadablePhoto = declareRefusal(
  400,
  'unreadable_photo',
  'This photo is damaged and can’t be read. Please choose another.',
)
export const photoTooLarge = declareRefusal(
  413,
  'photo_too_large',
  'A photo may have at most 8 MB and 40 megapixels.',
)
export const photoStorageFull = declareRefusal(
  507,
  'no_room',
  'We have no room for photos at the moment. Please try again later.',
)
export const yoloNotFound = declareRefusal(404, 'yolo_not_found', 'This yolo isn’t here any more.')
export const photoNotFound = declareRefusal(404, 'photo_not_found', 'This yolo has no photo.')

/** Errors of every call that uploads a picture. */
export const pictureErrors = [
  photoMissing,
  notAPhoto,
  unreadablePhoto,
  photoTooLarge,
  photoStorageFull,
]

export const uploadPhoto = call('POST /yolo-image/:yoloId/image/upload', {
  summary:
    'Give a yolo its photo in place of the one it has (multipart: `file`, a JPEG or PNG of at most 8 MB and 40 megapixels)',
  access: 'member',
  limit: 'photo',
  consumes: 'multipart/form-data',
  input: z.object({ yoloId: id }),
  output: z.object({
    /** ID of the yolo. */
    id,
    /** Name of the photo for `GET /yolo-image/{name}`. */
    image: z.string(),
    color: z.string(),
  }),
  errors: [...pictureErrors, yoloNotFound, notYours],
})

export const removePhoto = call('DELETE /yolo-image/:yoloId/image', {
  summary: 'Take a yolo’s photo away; a second time changes nothing',
  access: 'member',
  limit: 'write',
  input: z.object({ yoloId: id }),
  output: z.object({ id, image: z.null() }),
  errors: [yoloNotFound, notYours],
})

export const yoloImage = call('GET /yolo-image/:name', {
  summary: 'A photo: `{name}.jpg` as a yolo’s `image` says, or `{name}-{320, 640 or 1280}.jpg`',
  access: 'anyone',
  limit: 'picture',
  produces: 'image/jpeg',
  input: z.object({ name: z.string().max(100), v: ignoredCacheBuster }),
  output: z.unknown(),
  errors: [photoNotFound],
})

export const getImage = call('GET /getImage', {
  summary: 'The photo that a yolo has now',
  access: 'anyone',
  limit: 'picture',
  produces: 'image/jpeg',
  input: z.object({ yoloId: id, v: ignoredCacheBuster }),
  output: z.unknown(),
  errors: [photoNotFound],
})
