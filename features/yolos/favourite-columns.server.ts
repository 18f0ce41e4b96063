import { sql, type Selectable } from 'kysely'
import type { DB } from '#platform/server/schema.ts'

/**
 * What a member says of a favourite in columns of `yolos`, its tags and photo aside: saved with it, kept by
 * `deleted_yolos`, put back by an undo, joined and split by merging.
 */
const favouriteColumns = ['description', 'shown_name'] as const satisfies (keyof DB['yolos'] &
  keyof DB['deleted_yolos'])[]

export type FavouriteColumns = Pick<Selectable<DB['yolos']>, (typeof favouriteColumns)[number]>

/** Their names, with a table's alias those of its row. */
export const favouriteColumnsOf = (alias?: string) =>
  sql.join(favouriteColumns.map((column) => sql.ref(alias ? `${alias}.${column}` : column)))

/** Their values, in the same order. */
export const favouriteValuesOf = (row: FavouriteColumns) =>
  sql.join(favouriteColumns.map((column) => sql`${row[column]}`))

/** Of a row with more in it, these columns alone. */
export const favouriteColumnsIn = (row: FavouriteColumns) =>
  Object.fromEntries(favouriteColumns.map((column) => [column, row[column]])) as FavouriteColumns
