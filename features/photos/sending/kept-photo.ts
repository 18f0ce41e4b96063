import { createIdempotencyKey } from '#platform/web/queue/entry.ts'

/**
 * Cache of the photos of favorites that aren't saved yet. A cache can hold files and survives a reload. Each photo has
 * an id, which the draft that it was taken for knows, because several tabs can have a draft.
 */
const cacheName = 'photo-to-add'
/** A closed tab leaves its photo behind. The oldest photos beyond this number are deleted. */
const maxKept = 10

/** The photos of this page for which the browser has no caches or no room. */
const inMemory = new Map<string, Blob>()

const addressOf = (id: string) => `/photo-to-add/${id}.jpg`

/** Keeps a photo and returns its id. */
export async function keepPhoto(jpeg: Blob): Promise<string> {
  const id = createIdempotencyKey()
  try {
    const cache = await caches.open(cacheName)
    await cache.put(addressOf(id), new Response(jpeg))
    const old = (await cache.keys()).slice(0, -maxKept)
    await Promise.all(old.map((request) => cache.delete(request)))
  } catch {
    inMemory.set(id, jpeg)
  }
  return id
}

export async function loadKeptPhoto(id: string): Promise<Blob | null> {
  const found = inMemory.get(id)
  if (found) return found
  try {
    return (await (await caches.match(addressOf(id), { cacheName }))?.blob()) ?? null
  } catch {
    return null
  }
}

export async function forgetPhoto(id: string): Promise<void> {
  inMemory.delete(id)
  try {
    await (await caches.open(cacheName)).delete(addressOf(id))
  } catch {
    // This browser has no caches.
  }
}

/** Deletes the photos of all drafts. */
export async function forgetAllPhotos(): Promise<void> {
  inMemory.clear()
  try {
    await caches.delete(cacheName)
  } catch {
    // This browser has no caches.
  }
}
