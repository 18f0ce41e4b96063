import { shareTargetKeys, type ShareTargetTexts } from '#features/places/shared-place.ts'

/**
 * Path to which the manifest's `share_target` posts what another app shares: texts and, in the field `photo`, a photo.
 */
export const shareTarget = '/add-yolo'

/** Referrer policies under which a page of another site has no referrer. A share of the system has neither of them. */
const hidesReferrer = /^(?:no-referrer|same-origin)$/

type Sender = Pick<Request, 'headers' | 'referrer' | 'referrerPolicy'>

/**
 * Whether a page of another website sent the form, and not the system's share sheet or our own page. Service workers
 * don't see `Sec-Fetch-Site`, so this is told by the origin, the referrer and its policy.
 */
export function isFromAnotherSite(
  { headers, referrer, referrerPolicy }: Sender,
  own: string,
): boolean {
  const origin = headers.get('origin') ?? 'null'
  if (origin !== 'null') return origin !== own
  // The system can name the sharing app as `android-app://…`.
  const isPage = /^https?:/.test(referrer)
  return isPage ? new URL(referrer).origin !== own : hidesReferrer.test(referrerPolicy)
}

/** The query key that begins the wizard with a shared photo. */
export const sharedPhotoKey = 'shared'

/**
 * Returns the address at which the wizard begins with a photo that was shared. If the photo isn't on this device, the
 * wizard asks for it again.
 */
export const sharedPhotoAddress = (isHere: boolean) =>
  `${shareTarget}?${sharedPhotoKey}=${isHere ? 'photo' : 'lost'}`

/** Maximum number of characters of each text, as encoded, in the address. The server refuses a longer address. */
const longestText = 1_000

function shortened(text: string): string {
  const length = new URLSearchParams([['', text]]).toString().length - 1
  return length > longestText
    ? shortened(text.slice(0, Math.floor((text.length * longestText) / length)))
    : text
}

/** Returns the address at which the wizard begins with a place that was shared. */
export function sharedTextsAddress(texts: ShareTargetTexts): string {
  const params = shareTargetKeys.map((key) => [key, shortened(texts[key] ?? '')])
  return `${shareTarget}?${new URLSearchParams(params).toString()}`
}
