import { sql } from 'kysely'
import { milesBetween } from '#domain/position/miles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { tags as allTags } from '#domain/vocabulary/tags.data.ts'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { exportFile } from '#features/items/export/file.server.ts'
import {
  columnNames,
  exportColumns,
  exportedDish,
  type ExportRow,
} from '#features/items/export/rows.server.ts'
import { createEmbeddedProvider } from '#features/places/providers/embedded.server.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { exportListing } from './contract.ts'
import { rankingQueryFromInput, rankNearBy, type RankingQuery } from './ranking.server.ts'

/** Maximum number of dishes in a file (rules: taken along). */
export const maxExportedDishes = 1_000

const columns = columnNames(['rank'], ['miles'])

export const listingExportHandler = (services: Services) => {
  const places = createEmbeddedProvider(services)
  return implementCall(exportListing, async ({ input: { format, ...input } }) => {
    const question = rankingQueryFromInput(input, services.clock.now())
    const { categories, point, distanceMiles } = question
    const [ids, city] = await Promise.all([
      nearByIds(services, question),
      point && places.nearestCity(point),
    ])
    const { rows } = await sql<ExportRow>`
      ${preparedStatementComment} select ${exportColumns}
        from unnest((select ${ids}::integer[])) with ordinality as asked (id, place)
        join items i on i.id = asked.id and i.listed
        join restaurants r on r.id = i.restaurant_id and r.deleted_at is null
       order by asked.place`.execute(services.listing)
    const kinds = categories.map((id) => categoryById(id)!)
    const where = city ? ` of ${city.name}` : ''
    return exportFile(format, {
      title: [
        `${kinds.map(({ name }) => name).join(', ')} within ${countWithNoun(distanceMiles, 'mile')}${where}`,
        ...narrowedTo(question),
      ].join(', '),
      name: ['yolo', ...kinds.map(({ slug }) => slug), ...(city ? [city.slug] : [])].join('-'),
      columns,
      rows: rows.map((row, index) =>
        exportedDish(
          row,
          services.settings.origin,
          { rank: index + 1 },
          { miles: point && Math.round(milesBetween(point, row) * 100) / 100 },
        ),
      ),
    })
  })
}

const nameTags = (ids: number[]) =>
  allTags.filter(({ id }) => ids.includes(id)).map(({ name }) => name)

/** Returns the filters and the order as texts for the file's title, because nothing else in the file shows them. */
const narrowedTo = ({ prices, tags, openAt, trendingSince }: RankingQuery): string[] =>
  [
    prices.length > 0 && `at ${prices.map((price) => formatPriceLevel(price).signs).join(' or ')}`,
    tags.length > 0 && `with the tag ${nameTags(tags).join(' or ')}`,
    openAt !== null && 'open when it was taken',
    trendingSince !== null && 'trending this week',
  ].filter((part) => part !== false)

/** Returns the ids of the nearBy list's first dishes. */
async function nearByIds({ ranking }: Services, query: RankingQuery): Promise<number[]> {
  const { point } = query
  if (!point) return []
  const { items } = await rankNearBy(ranking, { ...query, point }, undefined, maxExportedDishes)
  return items.map(({ id }) => id)
}
