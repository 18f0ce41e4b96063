import type { RouteObject } from 'react-router'

/** What a page makes of its address; a list may come as one key repeated, which is what a form sends. */
export type Query = { keys?: readonly string[]; lists?: readonly string[] }

export type RouteWithQuery = RouteObject & { query?: Query }

/** Names the keys that a page drawn on the server reads; without it a page reads none (rules: pages). */
export const withQuery = (route: RouteObject, query: Query): RouteObject =>
  Object.assign(route, { query })
