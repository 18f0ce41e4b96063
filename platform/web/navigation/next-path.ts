type Location = { pathname: string; search: string }

/** The address of the start page, which after logging in returns to `location`. */
export const startPagePath = (location: Location) => `/start?${nextParam(location)}`

/** The query that names where to return to, read by `nextPath`. */
export const nextParam = ({ pathname, search }: Location) =>
  new URLSearchParams({ next: pathname + search }).toString()

/** Where to go after logging in: a path of this site, never an address of another site (S21). */
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
