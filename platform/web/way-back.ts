type Spot = { pathname: string; search: string }

/** The start page, which leads back to where the visitor wanted to be. */
export const startFrom = (spot: Spot) => `/start?${wayBackTo(spot)}`

export const wayBackTo = ({ pathname, search }: Spot) =>
  new URLSearchParams({ next: pathname + search }).toString()

/** Where to go after logging in: a path of this site, never another's (S21). */
export function wayBack(search: string | URLSearchParams, otherwise = '/home'): string {
  const next = new URLSearchParams(search).get('next')
  if (!next) return otherwise
  const here = 'http://here.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  if (!next.startsWith('/') || url?.origin !== here) return otherwise
  // A path that begins with two slashes would be another host the next time it's read.
  const path = url.pathname.replace(/^\/+/, '/')
  return path + url.search + url.hash
}
