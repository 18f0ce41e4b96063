import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'
import { queryText, type RouteWithQuery } from '../navigation/query-keys.ts'

export type ResolvedUrl = { path: string } | { redirect: string }

/** Maximum characters of a page's path, because it takes time to match a longer one. Most have a word and an id. */
const longestPath = 500

/**
 * Returns a function that maps a requested address to the one that is rendered and cached. That one contains only the
 * query keys and values that its page reads, in a fixed order. The result is a redirect if a list key is repeated, or if
 * the path isn't written as its links are: the router also finds a page by `/About/` or `/%61bout`, and each would be
 * rendered and cached by itself. What comes along when a link is copied out of a sentence, a full stop or a bracket, is
 * left out.
 */
export function urlResolver(routes: RouteObject[]) {
  // The router ranks and tries all the routes that it is given, each time. Of all of them, that takes several times as
  // long as a page from the cache, and anyone can send thousands of paths that nobody has sent before.
  const byFirstWord = Map.groupBy(pagesOf(routes), ({ path }) => firstWordOf(path!))
  const matchOf = (pathname: string) =>
    pathname.length > longestPath
      ? undefined
      : matchRoutes(byFirstWord.get(firstWordOf(pathname)) ?? [], pathname)?.at(-1)
  return (asked: string): ResolvedUrl => {
    const [beforeHash = ''] = asked.split('#')
    const [pathname = '', ...rest] = beforeHash.split('?')
    const params = new URLSearchParams(rest.join('?'))
    const match = matchOf(withoutPunctuation(pathname))
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

/** Returns the routes of pages. Their paths are absolute and begin with a word, not with a parameter. */
const pagesOf = (routes: RouteObject[]): RouteObject[] =>
  routes
    .flatMap((route) => (route.children ? pagesOf(route.children) : route))
    .filter(({ path }) => path?.startsWith('/'))

/** Returns the first word of a path. Like the router, it ignores the case. The server has checked the encoding. */
const firstWordOf = (path: string) => decodeURIComponent(path.split('/', 2)[1] ?? '').toLowerCase()

/** Returns the path as the site's links write it. */
const pathOf = ({ route, params }: RouteMatch) =>
  route.path!.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) return ''
    return `/${encodeURIComponent(/slug$/i.test(name) ? value.toLowerCase() : value)}`
  })

/**
 * Punctuation, the marks of bold and italic text in chats, spaces, quotation marks and direction marks, as they are or percent-encoded, also the wide ones of
 * Chinese and Japanese sentences. No page's path ends in one.
 */
const punctuation =
  /(?:[.,;:!?)\]}>'"*_~]|%(?:20|22|29|2C|3E|5D|7D|C2%A0|C2%BB|EF%BB%BF|E2%80%[89A][\dA-F]|E3%80%(?:8[012DF]|91)|EF%BC%(?:8[19C]|9[ABF])))+$/i

const withoutPunctuation = (path: string) =>
  path.length > longestPath ? path : path.replace(punctuation, '')

/** Returns the query with each of these lists as a single key, whose values are separated by commas. */
function joined(params: URLSearchParams, lists: string[]): string {
  const query = new URLSearchParams(params)
  for (const list of lists) query.set(list, params.getAll(list).filter(Boolean).join(','))
  return queryText(query)
}
