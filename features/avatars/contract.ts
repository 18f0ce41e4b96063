import { z } from 'zod'
import { pictureErrors } from '#features/photos/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const memberNotFound = declareRefusal(
  404,
  'member_not_found',
  'This member isn’t here any more.',
)

/** The version of a member's own picture, used as `v` in GET /avatars/{userId}. Null if their initials are shown. */
export const avatarVersion = z.string().nullable()

export const avatar = call('GET /avatars/:userId', {
  summary:
    'A member’s picture: their own (square; `size` 96 or 320), or else their initials. With the `v` of the picture of now it may be cached for ever',
  access: 'anyone',
  limit: 'picture',
  othersId: true,
  produces: 'image/*',
  input: z.object({
    userId: id,
    v: ignoredCacheBuster,
    size: z.enum(['96', '320']).default('96'),
  }),
  output: z.string(),
  errors: [memberNotFound],
})

export const uploadAvatar = call('POST /user/avatar/upload', {
  summary:
    'Give oneself a picture in place of the one before (multipart: `file` as in POST /yolo-image/{yoloId}/image/upload; its middle is shown)',
  access: 'member',
  limit: 'photo',
  consumes: 'multipart/form-data',
  input: z.object({}),
  output: z.object({ avatar: z.string() }),
  errors: pictureErrors,
})

export const removeAvatar = call('DELETE /user/avatar', {
  summary: 'Take one’s own picture away: the initials are back; a second time changes nothing',
  access: 'member',
  limit: 'write',
  input: z.object({}),
  output: z.object({ avatar: z.null() }),
})
