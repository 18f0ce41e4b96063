type Location = { pathname: string; search: string }

/** Returns the address of the start page, from which a log-in leads back to `location`. */
export const startPagePath = (location: Location) => `/start?${nextParam(location)}`

/** Returns the query with the address to return to. `nextPath` reads it. */
export const nextParam = ({ pathname, search }: Location) =>
  new URLSearchParams({ next: pathname + search }).toString()

/** Returns the path to open after logging in. It is always on this site (docs/safety.md, S21). */
export function nextPath(search: string | URLSearchParams, fallback = '/home'): string {
  const next = new URLSearchParams(search).get('next')
  if (!next) return fallback
  const origin = 'http://here.invalid'
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (!next.startsWith('/') || url?.origin !== origin) return fallback
  // A path that begins with two slashes would be read as another host the next time it's resolved.
  const path = url.pathname.replace(/^\/+/, '/')
  return path + url.search + url.hash
}
