type Location = { pathname: string; search: string }

/** Returns the address of the start page, from which a log-in leads back to `location`. */
export const loginPathReturningTo = (location: Location) => `/start?${nextParam(location)}`

/** Returns the query with the address to return to. `nextPath` reads it. */
export const nextParam = ({ pathname, search }: Location) =>
  new URLSearchParams({ next: pathname + search }).toString()

/** Returns the path to open after logging in. It is always on this site (docs/safety.md, S21). */
export const nextPath = (search: string | URLSearchParams, fallback = '/home'): string =>
  pathOnSite(new URLSearchParams(search).get('next')) ?? fallback

/**
 * Returns the address without anything that could lead to another site, or null if it isn't an address of this site.
 */
export function pathOnSite(address: string | null): string | null {
  if (!address) return null
  const origin = 'http://here.invalid'
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null
  if (!address.startsWith('/') || url?.origin !== origin) return null
  // A path that begins with two slashes would be read as another host the next time it's resolved.
  const path = url.pathname.replace(/^\/+/, '/')
  return path + url.search + url.hash
}
