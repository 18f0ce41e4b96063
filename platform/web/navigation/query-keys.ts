import type { RouteObject } from 'react-router'

/**
 * The query keys that a page reads on the server; others are ignored (rules: pages). A key in `lists` can occur several
 * times, because a form sends a list that way.
 */
export type Query = {
  keys?: readonly string[]
  lists?: readonly string[]
  /** Returns the query without values that the page can't read, and with the others as its links write them. */
  read?: ((params: URLSearchParams) => URLSearchParams) | false
}

/** `source` is the file of the page's screen, for preloading. */
export type RouteWithQuery = RouteObject & { query?: Query; source?: string }

/** Returns the query with its question mark, and with readable commas. */
export const queryText = (query: URLSearchParams): string =>
  query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''
