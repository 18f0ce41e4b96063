/**
 * A photo that another app shared with the site. The service worker puts it into a cache of its own, because it can't
 * read it as a picture, and the wizard takes it from there.
 */
const cacheName = 'shared-photo'
const key = '/shared-photo'
/** As the manifest's `share_target` names it. */
const field = 'photo'

/** Keeps the first photo of what was shared. Returns false if there is none. */
export async function putSharedPhoto(shared: FormData): Promise<boolean> {
  const photo = shared.get(field)
  if (!(photo instanceof File) || photo.size === 0) return false
  // A form keeps the file's name, which tells its kind where its type doesn't.
  const form = new FormData()
  form.set(field, photo)
  await (await caches.open(cacheName)).put(key, new Response(form))
  return true
}

/** Returns the shared photo, which isn't kept any longer. */
export async function takeSharedPhoto(): Promise<File | null> {
  try {
    const found = await caches.match(key, { cacheName })
    const photo = (await found?.formData())?.get(field)
    if (!(photo instanceof File)) return null
    // What a form says of a file without a type, whose name tells it then.
    return photo.type === 'application/octet-stream' ? new File([photo], photo.name) : photo
  } catch {
    return null
  } finally {
    await forgetSharedPhoto()
  }
}

export async function forgetSharedPhoto(): Promise<void> {
  try {
    await caches.delete(cacheName)
  } catch {
    // This browser has no caches, so there is none.
  }
}
