import { CacheExpiration } from 'workbox-expiration'
import {
  cityCacheName,
  cityCachesOf,
  isCacheOfKeeper,
  isKeptCache,
  keeperCacheName,
  type Keeper,
} from './kept-caches.ts'

/** What a page tells the worker when it starts and whenever someone logs in or out. */
export type KeeperMessage = {
  type: 'keeper'
  /** Null if nothing may be kept: for admins and user 20, and while an admin acts as another user. */
  keeper: Keeper | null
  token: string | null
  /** The end of the session, in ISO 8601. */
  expires: string | null
}

type Known = { keeper: Keeper | null; tokenHash: string; expires: string | null }

const nobody: Known = { keeper: null, tokenHash: '', expires: null }
const record = '/keeper'
let known: Promise<Known> | undefined

async function stored(): Promise<Known> {
  const answer = await caches.match(record, { cacheName: keeperCacheName })
  return answer ? ((await answer.json().catch(() => nobody)) as Known) : nobody
}

/**
 * Returns for whom pages are kept now, or null if for nobody. After a restart the worker reads this from its stored
 * record.
 */
export async function currentKeeper(): Promise<Keeper | null> {
  const { keeper, expires } = await (known ??= stored())
  return expires !== null && Date.parse(expires) <= Date.now() ? null : keeper
}

/**
 * Returns for whom the answer to this call may be kept: the current keeper if the call has the token of their session
 * (for a visitor, no token), otherwise null.
 */
export async function keeperOfCall(request: Request): Promise<Keeper | null> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null
  const [keeper, { tokenHash }] = [await currentKeeper(), await (known ??= stored())]
  return (await hashOf(token)) === tokenHash ? keeper : null
}

/** Stores for whom pages are kept from now on, and deletes what is kept for anybody else. */
export async function setKeeper({ keeper, token, expires }: KeeperMessage): Promise<void> {
  // Set before anything is awaited, so that a call that the page makes next waits for the new keeper.
  known = hashOf(token).then((tokenHash) => ({ keeper, tokenHash, expires }))
  const now = await known
  if (keeper && keeper !== 'visitor') await takeCitiesAlong(keeper)
  const cache = await caches.open(keeperCacheName)
  await cache.put(record, Response.json(now))
  const others = (await caches.keys()).filter(
    (name) => isKeptCache(name) && !isCacheOfKeeper(keeper, name),
  )
  await Promise.all(others.map(deleteCache))
}

/**
 * Copies the cities that are kept for a visitor to the caches of the member who has just logged in. They contain
 * nobody's personal data.
 */
async function takeCitiesAlong(keeper: Keeper): Promise<void> {
  for (const { name, slug } of await cityCachesOf('visitor')) {
    const from = await caches.open(name)
    const to = await caches.open(cityCacheName(keeper, slug))
    for (const request of await from.keys()) {
      const answer = await from.match(request)
      if (answer) await to.put(request, answer)
    }
  }
}

/** Deletes a cache and the list of its addresses that Workbox stores separately. */
export async function deleteCache(name: string): Promise<void> {
  await caches.delete(name)
  await new CacheExpiration(name, { maxEntries: 1 }).delete()
}

/** Returns a hash of the token, so that the token itself isn't stored a second time. */
async function hashOf(token: string | null): Promise<string> {
  if (token === null) return ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
