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

/** Maximum number of characters of the texts, as encoded, in the address. The server refuses a longer address. */
const longest = 3_000

const encodedLength = (text: string) => new URLSearchParams([['', text]]).toString().length - 1

function shortened(text: string, most: number): string {
  const length = encodedLength(text)
  return length > most
    ? shortened(text.slice(0, Math.floor((text.length * most) / length)), most)
    : text
}

/** Returns the address at which the wizard begins with a place that was shared. */
export function sharedTextsAddress(texts: ShareTargetTexts): string {
  let room = longest
  // Shortest first, so that a long text takes what the others leave.
  const shortest = shareTargetKeys.toSorted(
    (a, b) => encodedLength(texts[a] ?? '') - encodedLength(texts[b] ?? ''),
  )
  const fitting = new Map<string, string>()
  for (const [n, key] of shortest.entries()) {
    const text = shortened(texts[key] ?? '', Math.floor(room / (shortest.length - n)))
    fitting.set(key, text)
    room -= encodedLength(text)
  }
  const params = shareTargetKeys.map((key) => [key, fitting.get(key) ?? ''])
  return `${shareTarget}?${new URLSearchParams(params).toString()}`
}
