import { sql } from 'kysely'
import { milesBetween } from '#domain/position/miles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { exportColumns, exportFile, type ExportRow } from '#features/items/export.server.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { exportListing } from './contract.ts'
import { rankingQueryFromInput, rankNearBy } from './ranking.server.ts'

/** Maximum number of dishes in a file (rules: taken along). */
export const maxExportedDishes = 1_000

export const listingExportHandler = ({ database, ranking, clock, settings }: Services) =>
  implementCall(exportListing, async ({ input: { format, ...input } }) => {
    const query = rankingQueryFromInput(input, clock.now())
    const { categories, point, distanceMiles } = query
    const ranked = point
      ? await rankNearBy(ranking, { ...query, point }, undefined, maxExportedDishes)
      : { items: [] }
    const ids = ranked.items.map(({ id }) => id)
    const { rows } = await sql<ExportRow>`
      ${preparedStatementComment} select ${exportColumns}
        from unnest((select ${ids}::integer[])) with ordinality as listed (id, place)
        join items i on i.id = listed.id and i.listed
        join restaurants r on r.id = i.restaurant_id and r.deleted_at is null
       order by listed.place`.execute(database)
    const kinds = categories.map((id) => categoryById(id)!)
    return exportFile(format, {
      title: `${kinds.map(({ name }) => name).join(', ')} within ${countWithNoun(distanceMiles, 'mile')}`,
      name: ['yolo', ...kinds.map(({ slug }) => slug)].join('-'),
      origin: settings.origin,
      rows,
      moreNames: ['rank', 'miles'],
      more: (row, index) => ({
        rank: index + 1,
        miles: point && Math.round(milesBetween(point, row) * 100) / 100,
      }),
    })
  })
