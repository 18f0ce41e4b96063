import { cardsOf, markCards } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import { badInput } from '#platform/contract/failure.ts'
import { megabytes, promiseCache } from '#platform/server/cache.ts'
import { on } from '#platform/server/http/handler.ts'
import { bytesOf } from '#platform/server/http/compressed-answers.ts'
import type { Services } from '#platform/server/services.ts'
import { listYolos } from './contract.ts'
import { milesBetween, type Point } from '#domain/distance.ts'
import { rankNearBy, rankTop, type Question, type RankedPage } from './ranking.server.ts'

export * as calls from './contract.ts'

type Asked = Question & { list?: 'nearBy' | 'top'; cursor?: string }
type Page = { nearBy: Card[]; top: Card[]; nearByCursor: string | null; topCursor: string | null }

const nothing: RankedPage = { ids: [], cursor: null }

export const handlers = ({ ranking, listing, database }: Services) => {
  /** select → hydrate → present, for a visitor. */
  async function answer({ list, cursor, ...question }: Asked): Promise<Page> {
    const { point } = question
    const [near, top] = await Promise.all([
      point && list !== 'top' ? rankNearBy(ranking, { ...question, point }, cursor) : nothing,
      list !== 'nearBy' ? rankTop(ranking, question, cursor) : nothing,
    ])
    const milesTo = point && ((place: Point) => milesBetween(point, place))
    const cards = await cardsOf(listing, [...near.ids, ...top.ids], milesTo)
    const nearIds = new Set(near.ids)
    return {
      nearBy: cards.filter(({ id }) => nearIds.has(id)),
      top: cards.filter(({ id }) => !nearIds.has(id)),
      nearByCursor: near.cursor,
      topCursor: top.cursor,
    }
  }

  // The very same question within 0.4 s gets the very same answer, one query for all who ask
  // at once; others' acts show within 2 s (rules: freshness). Members are answered fresh, so that their own acts show at once.
  const answers = promiseCache<Page>({
    name: 'listings',
    bytes: megabytes(32),
    ttl: 400,
    sizeOf: bytesOf,
  })
  const answerVisitor = (asked: Asked) => answers.get(JSON.stringify(asked), () => answer(asked))

  return [
    on(listYolos, async ({ input, viewer }) => {
      const { category, latitude, longitude, list, cursor } = input
      if ((latitude === undefined) !== (longitude === undefined))
        throw badInput({
          fields: {
            [latitude === undefined ? 'latitude' : 'longitude']:
              'Latitude and longitude go together.',
          },
        })
      if ((list === undefined) !== (cursor === undefined))
        throw badInput({ fields: { list: '`list` and `cursor` go together.' } })
      const asked: Asked = {
        category,
        point: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
        distanceMiles: input.distanceMiles,
        tags: [...new Set(input.tags.split(',').filter(Boolean).map(Number))].sort((a, b) => a - b),
        list,
        cursor,
      }
      if (!viewer) return answerVisitor(asked)
      const fresh = await answer(asked)
      const marked = await markCards(database, [...fresh.nearBy, ...fresh.top], viewer)
      return {
        ...fresh,
        nearBy: marked.slice(0, fresh.nearBy.length),
        top: marked.slice(fresh.nearBy.length),
      }
    }),
  ]
}
