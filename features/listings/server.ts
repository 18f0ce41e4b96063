import { badInput } from '#platform/contract/failure.ts'
import { implementCall, jsonResponse, type RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { markCards } from '#features/items/cards.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { likelyRestaurants, listYolos } from './contract.ts'
import { listingExportHandler } from './export.server.ts'
import { findLikelyRestaurants } from './likely.server.ts'
import { cachedLists, freshLists, type Lists } from './cached-lists.server.ts'
import { rankingQueryFromInput, type RankedPage, type RankingQuery } from './ranking.server.ts'
import { shortCache } from './short-cache.server.ts'
import { tagCountsHandler } from './tag-counts.server.ts'

export * as calls from './contract.ts'

type Page = OutputOf<typeof listYolos>
type PageQuery = RankingQuery & { list?: 'nearBy' | 'top'; cursor?: string }

export const handlers = (services: Services) => {
  const { database, clock, settings } = services
  const fresh = freshLists(services)
  // Half of the time each, because an answer is made of lists that aren't new.
  const seconds = settings.listCacheSeconds / 2
  const cached = shortCache<RawResponse>(seconds)
  const lists = seconds > 0 ? cachedLists(services, seconds) : fresh
  return [
    implementCall(listYolos, async ({ input, viewer }) => {
      const { list, cursor } = input
      if ((list === undefined) !== (cursor === undefined))
        throw badInput({ fields: { list: '`list` and `cursor` go together.' } })
      const query: PageQuery = { ...rankingQueryFromInput(input, clock.now()), list, cursor }
      if (viewer) {
        const { nearBy, top, ...cursors } = await loadPage(fresh, query)
        const cards = await markCards(database, [...nearBy, ...top], viewer)
        return jsonResponse({
          ...cursors,
          nearBy: cards.slice(0, nearBy.length),
          top: cards.slice(nearBy.length),
        })
      }
      return cached(JSON.stringify(query), async () => jsonResponse(await loadPage(lists, query)))
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

/** Loads a page of both lists as a visitor sees it: ranks the items, then reads their cards. */
async function loadPage(lists: Lists, { list, cursor, ...query }: PageQuery): Promise<Page> {
  const { point } = query
  const [nearBy, top] = await Promise.all([
    point && list !== 'top' ? lists.nearBy({ ...query, point }, cursor) : nothing,
    list === 'nearBy' ? nothing : lists.top(query, cursor),
  ])
  const ranked = [...nearBy.items, ...top.items]
  const found = await lists.cards(ranked.map(({ id }) => id))
  const cards = new Map(
    ranked.map((item, index) => {
      const distanceMiles = point && Math.round(milesBetween(point, item) * 100) / 100
      const card = found[index]
      return [item.id, card && { ...card, distanceMiles }]
    }),
  )
  const cardsOf = ({ items }: RankedPage) => items.flatMap(({ id }) => cards.get(id) ?? [])
  return {
    nearBy: cardsOf(nearBy),
    top: cardsOf(top),
    nearByCursor: nearBy.cursor,
    topCursor: top.cursor,
  }
}
