import { sql, type Selectable } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'

/**
 * Columns of `yolos` with what a member says about a favourite; tags and the photo have their own tables. A save writes
 * them, `deleted_yolos` stores them, an undo restores them, and merging joins and splits them.
 */
const favouriteColumns = ['description', 'shown_name'] as const satisfies (keyof DB['yolos'] &
  keyof DB['deleted_yolos'])[]

export type FavouriteColumns = Pick<Selectable<DB['yolos']>, (typeof favouriteColumns)[number]>

/** Returns SQL for the names of the columns, of the table `alias` if it is given. */
export const favouriteColumnNamesSql = (alias?: string) =>
  sql.join(favouriteColumns.map((column) => sql.ref(alias ? `${alias}.${column}` : column)))

/** Returns an object with only these columns of a row. */
export const pickFavouriteColumns = (row: FavouriteColumns) =>
  Object.fromEntries(favouriteColumns.map((column) => [column, row[column]])) as FavouriteColumns
