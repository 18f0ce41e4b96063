/**
 * Cache of a photo that another app shared with the site. The service worker can't decode pictures, so it stores the
 * file as it is, and the add-yolo wizard takes it from here.
 */
const cacheName = 'shared-photo'
const key = '/shared-photo'
/** Name of the form field, the same as in the manifest's `share_target`. */
const field = 'photo'

/** Keeps the first photo of what was shared. Returns false if there is none. */
export async function putSharedPhoto(shared: FormData): Promise<boolean> {
  const photo = shared.get(field)
  if (!(photo instanceof File) || photo.size === 0) return false
  // Stored as a form, which keeps the file's name. If the file has no type, its name tells its format.
  const form = new FormData()
  form.set(field, photo)
  await (await caches.open(cacheName)).put(key, new Response(form))
  return true
}

/** Returns the shared photo, if any, and removes it from the cache. */
export async function takeSharedPhoto(): Promise<File | null> {
  try {
    const found = await caches.match(key, { cacheName })
    const photo = (await found?.formData())?.get(field)
    if (!(photo instanceof File)) return null
    // A file without a type comes out of a form with this type. The type is removed again, so that the file is
    // recognized by its name.
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
    // This browser has no caches, so there is no shared photo.
  }
}
