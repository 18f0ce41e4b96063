import { markCards } from '#features/items/cards.server.ts'
import { expandCard } from '#features/items/listed-card.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { JsonBytes } from '#platform/server/http/json-bytes.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { createListingService, type ListingPageQuery } from './candidates/answer.server.ts'
import { maxVisitorStaleness, deleteOldChanges } from './candidates/changes.server.ts'
import * as listCalls from './contract.ts'
import { listYolos } from './contract.ts'
import { listingExportHandler } from './export.server.ts'
import * as likelyCalls from './likely/contract.ts'
import { likelyHandlers } from './likely/server.ts'
import { rankingQueryFromInput } from './ranking.server.ts'
import { tagCountsHandler } from './tag-counts.server.ts'
import { trendingQueue } from './trending.server.ts'

export const calls = { ...listCalls, ...likelyCalls }
export { checks } from './checks.ts'
export { backupRules } from './backup-rules.ts'

export const queues = (services: Services): JobQueue[] => [
  {
    name: 'forget-item-changes',
    every: '* * * * *',
    run: () => deleteOldChanges(services.database),
  },
  trendingQueue(services),
]

type Page = OutputOf<typeof listYolos>

/**
 * Milliseconds that a visitor's answer is cached. With the age of its data and the time that pages are cached, others'
 * acts show within 2 s (rules: freshness).
 */
const answerAge = 250

export const handlers = (services: Services) => {
  const answers = createListingService(services, { bytes: services.settings.listMemory })
  return [
    ...createListingHandlers(services, answers),
    listingExportHandler(services, answers),
    tagCountsHandler(services, answers),
    ...likelyHandlers(services, answers),
  ]
}

/** Returns the handlers for a given source of answers, so that the bench can pass its own. */
export function createListingHandlers(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  listings: { json(question: ListingPageQuery, age: number): Promise<Buffer> },
) {
  // Identical questions of visitors get the same bytes for `answerAge` milliseconds.
  const answers = promiseCache<JsonBytes>({
    name: 'listings',
    bytes: megabytesToBytes(8),
    ttl: answerAge,
    sizeOf: ({ bytes }) => bytes.length,
  })
  const answerVisitor = (question: ListingPageQuery) =>
    answers.get(
      JSON.stringify(question),
      async () => new JsonBytes(await listings.json(question, maxVisitorStaleness)),
    )
  /** Answers a member with everything committed until now, because a member's own acts must show at once. */
  async function answerMember(question: ListingPageQuery, viewer: Viewer): Promise<JsonBytes> {
    const page = JSON.parse((await listings.json(question, 0)).toString()) as Page
    const cards = [...page.nearBy, ...page.top].map(expandCard)
    const marked = await markCards(database, cards, viewer)
    const seen: Page = {
      ...page,
      nearBy: marked.slice(0, page.nearBy.length),
      top: marked.slice(page.nearBy.length),
    }
    return new JsonBytes(Buffer.from(JSON.stringify(seen)))
  }

  return [
    implementCall(listYolos, async ({ input, viewer }) => {
      const { list, cursor } = input
      if ((list === undefined) !== (cursor === undefined))
        throw badInput({ fields: { list: '`list` and `cursor` go together.' } })
      const question: ListingPageQuery = {
        ...rankingQueryFromInput(input, clock.now()),
        list,
        cursor,
      }
      return viewer ? answerMember(question, viewer) : answerVisitor(question)
    }),
  ]
}
