import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteWithQuery, Query } from '../navigation/query-keys.ts'

export type Address = { path: string } | { redirect: string }

/** The address that is drawn, and kept, for one that is asked for: with the keys that its page knows, in their order. */
export function addresses(routes: RouteObject[]) {
  // The router ranks all routes for each match, which takes as long as the rest of an answer that is kept.
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
  return (asked: string): Address => {
    const [beforeHash = ''] = asked.split('#')
    const [pathname = '', ...rest] = beforeHash.split('?')
    const params = new URLSearchParams(rest.join('?'))
    const query = queryOf(pathname)
    // All that is nowhere is one page.
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

/** The same query with each of these lists once, its values with commas between. */
function joined(params: URLSearchParams, lists: string[]): string {
  const query = new URLSearchParams(params)
  for (const list of lists) query.set(list, params.getAll(list).filter(Boolean).join(','))
  return textOf(query)
}

const textOf = (query: URLSearchParams) =>
  query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''
