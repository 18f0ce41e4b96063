import { shareTargetKeys, type ShareTargetTexts } from './shared-place.ts'

/**
 * Path to which the manifest's `share_target` posts what another app shares: texts and, in the field `photo`, a photo.
 */
export const shareTarget = '/add-yolo'

/** The query key that begins the wizard with a shared photo. */
export const sharedPhotoKey = 'shared'

/**
 * Returns the address at which the wizard begins with a photo that was shared. If the photo isn't on this device, the
 * wizard asks for it again.
 */
export const sharedPhotoAddress = (isHere: boolean) =>
  `${shareTarget}?${sharedPhotoKey}=${isHere ? 'photo' : 'lost'}`

/** Maximum number of characters of each text in the address. A longer address might not reach the server. */
const longestText = 500

/** Returns the address at which the wizard begins with a place that was shared. */
export function sharedTextsAddress(texts: ShareTargetTexts): string {
  const params = shareTargetKeys.map((key) => [key, (texts[key] ?? '').slice(0, longestText)])
  return `${shareTarget}?${new URLSearchParams(params).toString()}`
}
