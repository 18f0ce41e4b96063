// Runs our own server in a separate process with parts of the listing replaced, so that the same route responds in
// another way.
import { askedOf } from './asked.ts'
import { createApp } from '../../app/app.ts'
import { features } from '../../app/features.ts'
import { connectServices } from '../../app/services.ts'
import { loadCards } from '../../features/items/cards.server.ts'
import {
  createListingResponder,
  createListingService,
  type ListingPageQuery,
  type ListingResponseSource,
} from '../../features/listings/candidates/answer.server.ts'
import { serializeCard } from '../../features/listings/candidates/stored-cards.server.ts'
import { rankNearBy, rankTop } from '../../features/listings/ranking.server.ts'
import * as listings from '../../features/listings/server.ts'
import type { Feature } from '../../platform/server/feature.ts'
import { openLog } from '../../platform/server/log.ts'
import type { Services } from '../../platform/server/services.ts'
import { readSettings } from '../../platform/server/settings.ts'
import type { Ranker } from './contenders.ts'
import { postgisRankers } from './postgis/ranking.ts'
import { redisRankers } from './redis/ranking.ts'

export type SiteOrder = {
  /** Name of the peer's ranker to use, or 'ours' for our own. */
  name: string
  addresses: { postgis: string; redis: string }
  /** True to store cards and lists in memory, as the site does; false to read everything for each response. */
  keeps: boolean
}

const { name, addresses, keeps } = JSON.parse(process.argv[2]!) as SiteOrder
const settings = readSettings(process.env)
const { services } = connectServices(
  settings.databaseUrl!,
  settings,
  openLog('error'),
  async () => {},
)
const rankers = [...postgisRankers(addresses.postgis), ...redisRankers(addresses.redis)]
const peer = rankers.find((ranker) => ranker.name === name)

/** Returns the handlers of the feature's calls, with those that list dishes replaced. */
function handlers(given: Services) {
  const exchanged = listings.createListingHandlers(given, answersOf(given))
  const routes = new Set(exchanged.map(({ call }) => call.route))
  return [...exchanged, ...listings.handlers(given).filter(({ call }) => !routes.has(call.route))]
}
const all: Feature[] = Object.values({ ...features, listings: { ...listings, handlers } })
const app = await createApp(services, all)
await services.events.start()
// Only the list of cities: without jobs, nothing can write the sitemap.
await features.places.warm(services)
await app.server.listen({ host: '127.0.0.1', port: 0 })
process.send!(app.server.server.address())

function answersOf(given: Services) {
  const { listMemory } = settings
  const kept = createListingService(given, { bytes: listMemory })
  const ways = keeps ? kept.ways : unkept(given)
  const answer = createListingResponder(peer ? { ...ways, near: nearBy(peer) } : ways)
  return {
    async json(question: ListingPageQuery, age: number) {
      // For peers, too, the cards and the `top` list come from our own lists in memory, which must be up to date.
      if (keeps) await kept.changes.catchUp(age)
      return answer(question)
    },
  }
}

/** Reads everything from the database for each response. */
function unkept({ ranking, listing }: Services): ListingResponseSource {
  return {
    near: (question, cursor) => rankNearBy(ranking, question, cursor),
    top: (question, cursor) => rankTop(ranking, question, cursor),
    async cards(ids) {
      const cards = await loadCards(listing, ids, null)
      return new Map(cards.map((card) => [card.id, serializeCard(card)]))
    },
  }
}

/** Returns the first page of what a peer finds. There is no cursor, because no further page is requested. */
function nearBy({ rank }: Ranker): ListingResponseSource['near'] {
  return async (question) => ({ items: await rank(askedOf(question)), cursor: null })
}
