import { registerRoute } from 'workbox-routing'
import { putSharedPhoto } from '#features/photos/sending/shared-photo.ts'
import { shareTargetKeys } from '#features/places/shared-place.ts'
import {
  isFromAnotherSite,
  sharedPhotoAddress,
  sharedTextsAddress,
  shareTarget,
} from './share-target.ts'

// Handles what another app shares with the installed site (`share_target` in the manifest) in the service worker, so
// that a photo isn't sent to the server and the wizard can begin even without a network.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.mode === 'navigate' && url.pathname === shareTarget,
  async ({ request, url }) => Response.redirect(new URL(await addressFor(request), url), 303),
  'POST',
)

async function addressFor(request: Request): Promise<string> {
  // Another site's form could fill the wizard with its own photo. The wizard opens without it.
  if (isFromAnotherSite(request, location.origin)) return shareTarget
  try {
    const shared = await request.formData()
    if (await putSharedPhoto(shared)) return sharedPhotoAddress(true)
    const text = (key: string) => {
      const value = shared.get(key)
      return typeof value === 'string' ? value : ''
    }
    return sharedTextsAddress(Object.fromEntries(shareTargetKeys.map((key) => [key, text(key)])))
  } catch {
    // The device is full, or the photo could not be read.
    return sharedPhotoAddress(false)
  }
}
