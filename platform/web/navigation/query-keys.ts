import type { RouteObject } from 'react-router'

/** The query keys that a page reads. A key in `lists` can occur several times, because a form sends a list that way. */
export type Query = { keys?: readonly string[]; lists?: readonly string[] }

export type RouteWithQuery = RouteObject & { query?: Query }

/** Declares the query keys that a page reads on the server. A page without this reads none (rules: pages). */
export const withQuery = (route: RouteObject, query: Query): RouteObject =>
  Object.assign(route, { query })
