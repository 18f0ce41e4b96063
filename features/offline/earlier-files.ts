import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'
import { isKeptCache } from './kept-caches.ts'

// A kept page names the scripts and the style sheet of the version that it came with. Workbox deletes these when the
// next version becomes active, so each version's files are first copied to a cache of their own. It stays as long as
// a kept page needs it.

const prefix = 'files before '
const earlierCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))

/** Copies the files of the version in use, while the given revision is installed beside it. */
export async function keepEarlierFiles(revision: string): Promise<void> {
  const name = prefix + revision
  try {
    const [from, to] = [await caches.open(cacheNames.precache), await caches.open(name)]
    for (const request of await from.keys()) {
      const answer = isFile(request.url) && (await from.match(request))
      if (answer) await to.put(request, answer)
    }
  } catch {
    // The device is full. The new version matters more.
    await caches.delete(name)
  }
}

/** Returns a file of an earlier version, or undefined if it isn't on this device. */
export async function earlierFile(request: Request): Promise<Response | undefined> {
  for (const cacheName of await earlierCaches()) {
    const found = await caches.match(request, { cacheName, ignoreVary: true })
    if (found) return found
  }
  return undefined
}

/** Deletes the files of earlier versions that no kept page needs. */
export async function dropEarlierFiles(): Promise<void> {
  const earlier = await Promise.all(
    (await earlierCaches()).map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return { name, files: new Set(requests.map(({ url }) => new URL(url).pathname)) }
    }),
  )
  if (earlier.length === 0) return
  const needed = new Set<string>()
  for await (const html of keptPages()) {
    const missing = (html.match(fileNames) ?? []).filter((file) => !getCacheKeyForURL(file))
    const counts = earlier.map(({ files }) => missing.filter((file) => files.has(file)).length)
    const most = Math.max(...counts)
    if (most > 0) needed.add(earlier[counts.indexOf(most)]!.name)
  }
  for (const { name } of earlier) if (!needed.has(name)) await caches.delete(name)
}

const isFile = (url: string) => new URL(url).pathname.startsWith('/assets/')
const fileNames = /\/assets\/[\w.-]+/g

/** Returns the HTML of each page that is kept on this device. */
async function* keptPages(): AsyncGenerator<string> {
  for (const name of (await caches.keys()).filter(isKeptCache)) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith('/api/')) continue
      const answer = await cache.match(request)
      if (answer?.headers.get('content-type')?.startsWith('text/html')) yield answer.text()
    }
  }
}
