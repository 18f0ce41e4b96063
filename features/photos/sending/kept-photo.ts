/**
 * Cache of the photo of a favorite that isn't saved yet. A cache can hold a file and survives a reload. The photo is
 * also held in memory, in case the browser has no room or no caches. There is at most one such photo.
 */
const cacheName = 'photo-to-add'
const key = '/photo-to-add.jpg'

let inMemory: Blob | null = null

const cache = async () => {
  try {
    return await caches.open(cacheName)
  } catch {
    return null
  }
}

export async function keepPhoto(jpeg: Blob): Promise<void> {
  inMemory = jpeg
  try {
    await (await cache())?.put(key, new Response(jpeg))
  } catch {
    // The device is full. The photo is only in memory, until the page is closed.
  }
}

export async function loadKeptPhoto(): Promise<Blob | null> {
  inMemory ??= (await (await (await cache())?.match(key))?.blob()) ?? null
  return inMemory
}

export async function forgetPhoto(): Promise<void> {
  inMemory = null
  await (await cache())?.delete(key)
}
