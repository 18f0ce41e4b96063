import { shareTargetKeys, type ShareTargetTexts } from './shared-place.ts'

/** Where the manifest's `share_target` sends what another app shares: texts and, in the field `photo`, a photo. */
export const shareTarget = '/add-yolo'

/** The query key that begins the wizard with a shared photo. */
export const sharedPhotoKey = 'shared'

/** Where the wizard begins with a photo that was shared. If this device doesn't have it, it asks for the photo again. */
export const sharedPhotoAddress = (isHere: boolean) =>
  `${shareTarget}?${sharedPhotoKey}=${isHere ? 'photo' : 'lost'}`

/** In each text. A longer address might not reach the server. */
const longestText = 500

/** Where the wizard begins with a place that was shared. */
export function sharedTextsAddress(texts: ShareTargetTexts): string {
  const params = shareTargetKeys.map((key) => [key, (texts[key] ?? '').slice(0, longestText)])
  return `${shareTarget}?${new URLSearchParams(params).toString()}`
}
