import { badInput } from '#platform/contract/failure.ts'
import { implementCall, jsonResponse, type RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { loadCards, markCards } from '#features/items/cards.server.ts'
import { likelyRestaurants, listYolos } from './contract.ts'
import { listingExportHandler } from './export.server.ts'
import { findLikelyRestaurants } from './likely.server.ts'
import { cachedLists, freshLists, type Lists } from './cached-lists.server.ts'
import { rankingQueryFromInput, type RankedPage, type RankingQuery } from './ranking.server.ts'
import { shortCache } from './short-cache.server.ts'
import { tagCountsHandler } from './tag-counts.server.ts'

export * as calls from './contract.ts'

type PageQuery = RankingQuery & { list?: 'nearBy' | 'top'; cursor?: string }

export const handlers = (services: Services) => {
  const { database, ranking, clock, settings } = services
  // Half of the time each, because an answer is made of lists that aren't new.
  const seconds = settings.listCacheSeconds / 2
  const cached = shortCache<RawResponse>(seconds)
  const lists = cachedLists(services, seconds)
  return [
    implementCall(listYolos, async ({ input, viewer }) => {
      const { list, cursor } = input
      if ((list === undefined) !== (cursor === undefined))
        throw badInput({ fields: { list: '`list` and `cursor` go together.' } })
      const query: PageQuery = { ...rankingQueryFromInput(input, clock.now()), list, cursor }
      if (!viewer) return cached(JSON.stringify(query), () => pageForVisitors(lists, query))
      const { point, nearBy, top } = await rankPage(freshLists(ranking), query)
      const ids = [...nearBy.items, ...top.items].map(({ id }) => id)
      const milesTo = point && ((place: Point) => milesBetween(point, place))
      const cards = await markCards(database, await loadCards(database, ids, milesTo), viewer)
      const isNear = new Set(nearBy.items.map(({ id }) => id))
      return jsonResponse({
        nearBy: cards.filter(({ id }) => isNear.has(id)),
        top: cards.filter(({ id }) => !isNear.has(id)),
        nearByCursor: nearBy.cursor,
        topCursor: top.cursor,
      })
    }),
    listingExportHandler(services),
    tagCountsHandler(services),
    implementCall(likelyRestaurants, ({ input }) => {
      const { category, distanceMiles, ...point } = input
      return findLikelyRestaurants(database, { category, point, distanceMiles })
    }),
  ]
}

const nothing: RankedPage = { items: [], cursor: null }

/** Ranks a page of both lists. */
async function rankPage(lists: Lists, { list, cursor, ...query }: PageQuery) {
  const { point } = query
  const [nearBy, top] = await Promise.all([
    point && list !== 'top' ? lists.nearBy({ ...query, point }, cursor) : nothing,
    list === 'nearBy' ? nothing : lists.top(query, cursor),
  ])
  return { point, nearBy, top }
}

/** Puts the answer together from its cards' texts, because serializing the cards would take the most time. */
async function pageForVisitors(lists: ReturnType<typeof cachedLists>, query: PageQuery) {
  const { point, nearBy, top } = await rankPage(lists, query)
  const textOf = async ({ items }: RankedPage) => {
    const fields = await lists.cardFields(items.map(({ id }) => id))
    const cards = items.map((item, n) => {
      const miles = point && Math.round(milesBetween(point, item) * 100) / 100
      return fields[n] && `{"distanceMiles":${miles}${fields[n]}}`
    })
    return `[${cards.filter(Boolean).join(',')}]`
  }
  const [near, best] = await Promise.all([nearBy, top].map(textOf))
  return jsonResponse(
    `{"nearBy":${near},"top":${best},"nearByCursor":${JSON.stringify(nearBy.cursor)},"topCursor":${JSON.stringify(top.cursor)}}`,
  )
}
