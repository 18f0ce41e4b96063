import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'
import { queryText, type RouteWithQuery } from '../navigation/query-keys.ts'

export type ResolvedUrl = { path: string } | { redirect: string }

/**
 * Returns a function that maps a requested address to the one that is rendered and cached. That one contains only the
 * query keys and values that its page reads, in a fixed order. The result is a redirect if a list key is repeated, or if
 * the path isn't written as its links are: the router also finds a page by `/About/` or `/%61bout`.
 */
export function urlResolver(routes: RouteObject[]) {
  const pages = pagesOf(routes)
  return (requested: string): ResolvedUrl => {
    const [beforeHash = ''] = requested.split('#')
    const [pathname = '', ...rest] = beforeHash.split('?')
    const params = new URLSearchParams(rest.join('?'))
    const match = pathname.length > 500 ? undefined : matchRoutes(pages, pathname)?.at(-1)
    // All unknown addresses share one page, so that it is cached only once.
    if (!match) return { path: '/nowhere' }
    const path = pathOf(match)
    const { keys = [], lists = [], read } = (match.route as RouteWithQuery).query ?? {}
    const repeated = lists.filter((list) => params.getAll(list).length > 1)
    if (repeated.length > 0) return { redirect: path + joined(params, repeated) }
    // With all keys, because the page's script can read others than the server.
    if (path !== pathname) return { redirect: path + beforeHash.slice(pathname.length) }
    const known = new URLSearchParams()
    const readable = read ? read(params) : params
    for (const key of [...keys, ...lists]) {
      const value = readable.get(key)
      if (value) known.set(key, value)
    }
    return { path: path + queryText(known) }
  }
}

/** Returns the routes of pages. Their paths are absolute. */
const pagesOf = (routes: RouteObject[]): RouteObject[] =>
  routes
    .flatMap((route) => (route.children ? pagesOf(route.children) : route))
    .filter(({ path }) => path?.startsWith('/'))

/** Returns the path as the site's links write it. */
const pathOf = ({ route, params }: RouteMatch) =>
  route.path!.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) return ''
    return `/${encodeURIComponent(/slug$/i.test(name) ? value.toLowerCase() : value)}`
  })

/** Returns the query with each of these lists as a single key, whose values are separated by commas. */
function joined(params: URLSearchParams, lists: string[]): string {
  const query = new URLSearchParams(params)
  for (const list of lists) query.set(list, params.getAll(list).filter(Boolean).join(','))
  return queryText(query)
}
