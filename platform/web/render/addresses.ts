import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteWithQuery, Query } from '../navigation/query-keys.ts'

export type ResolvedUrl = { path: string } | { redirect: string }

/**
 * Returns a function that maps a requested address to the one that is rendered and cached. That one contains only the
 * query keys that its page reads, in a fixed order. If a list key is repeated, the result is a redirect.
 */
export function urlResolver(routes: RouteObject[]) {
  // Caches matches, because the router ranks all routes for each match, which takes as long as all the rest of a
  // response from the page cache.
  const matched = new LRUCache<string, Query | 'nowhere'>({
    maxSize: 1_000_000,
    sizeCalculation: (_query, pathname) => pathname.length + 50,
  })
  const queryOf = (pathname: string) => {
    const known = matched.get(pathname)
    if (known) return known
    const match = matchRoutes(routes, pathname)?.at(-1)
    const query =
      match && match.route.path !== '*' ? ((match.route as RouteWithQuery).query ?? {}) : 'nowhere'
    matched.set(pathname, query)
    return query
  }
  return (asked: string): ResolvedUrl => {
    const [beforeHash = ''] = asked.split('#')
    const [pathname = '', ...rest] = beforeHash.split('?')
    const params = new URLSearchParams(rest.join('?'))
    const query = queryOf(pathname)
    // All unknown addresses share one page, so that it is cached only once.
    if (query === 'nowhere') return { path: '/nowhere' }
    const { keys = [], lists = [] } = query
    const repeated = lists.filter((list) => params.getAll(list).length > 1)
    if (repeated.length > 0) return { redirect: pathname + joined(params, repeated) }
    const known = new URLSearchParams()
    for (const key of [...keys, ...lists]) {
      const value = params.get(key)
      if (value) known.set(key, value)
    }
    return { path: pathname + textOf(known) }
  }
}

/** Returns the query with each of these lists as a single key, whose values are separated by commas. */
function joined(params: URLSearchParams, lists: string[]): string {
  const query = new URLSearchParams(params)
  for (const list of lists) query.set(list, params.getAll(list).filter(Boolean).join(','))
  return textOf(query)
}

const textOf = (query: URLSearchParams) =>
  query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''
