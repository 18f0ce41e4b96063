import { sql, type RawBuilder } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/services.ts'
import { escapeLike } from '#platform/server/database/like.ts'
import { afterCursorSql, timeCursorSql } from './pages.server.ts'
import { maxCountedRows } from './limits.ts'

const usualPageSize = 100

type Condition = RawBuilder<boolean>

/**
 * The order of a list that isn't sorted by a column. With `after`, the next page begins after the last row, so that
 * rows added between two requests don't shift it. Without `after`, the cursor is the number of rows before the page.
 */
type OwnOrder<Cursor> = {
  by: RawBuilder<unknown>
  /** Returns the cursor for the position after `count` rows. */
  afterRows: (count: number) => Cursor
} & (
  | {
      /** Returns an SQL condition for the rows after a cursor. */
      after: (cursor: Cursor) => Condition
      /** SQL for the cursor of a row. */
      cursor: RawBuilder<Cursor>
    }
  | { after?: undefined }
)

/** A list that is shown as a table: the SQL for its rows, filters and orders. */
export type TableList<Row, Sort extends string, Cursor> = {
  columns: RawBuilder<Row>
  from: RawBuilder<unknown>
  where: readonly Condition[]
  /** The texts that are searched for `q`. If absent, the list's own `from` searches for `q`. */
  texts?: readonly RawBuilder<unknown>[]
  sorts: Record<Sort, RawBuilder<unknown>>
  /** The row's id, which decides the order of otherwise equal rows. */
  id: RawBuilder<unknown>
  own: OwnOrder<Cursor>
}

type TableQuery<Sort extends string, Cursor> = {
  q?: string | undefined
  sort?: Sort | undefined
  order: 'asc' | 'desc'
  cursor?: Cursor | undefined
  pageSize?: number | undefined
}

const badPlace = () => badInput({ fields: { cursor: 'Not a place in the list.' } })

/** The newest-first order. `at` and `id` are the columns of a row's time and id. */
export const newestFirst = (at: string, id: string): OwnOrder<string> => ({
  by: sql`${sql.ref(at)} desc, ${sql.ref(id)} desc`,
  after(cursor) {
    if (!cursor.includes('.')) throw badPlace()
    return afterCursorSql(cursor, at, id)
  },
  cursor: timeCursorSql(at, id),
  afterRows: (count) => `after-${count}`,
})

/** An order whose cursor is the id of the last row. */
export const orderWithIdCursor = (
  by: RawBuilder<unknown>,
  id: string,
  after: (cursor: number) => Condition,
): OwnOrder<number> => ({ by, after, cursor: sql.ref<number>(id), afterRows: (count) => count })

/** An order whose cursor is the number of rows before the page. */
export const orderWithOffset = (by: RawBuilder<unknown>): OwnOrder<number> => ({
  by,
  afterRows: (count) => count,
})

/** SQL for sorting by a text regardless of case. */
export const caseInsensitiveSql = (column: string) => sql`lower(${sql.ref(column)})`

/** SQL condition that one of the texts contains `q`, regardless of case. */
export function containsTextSql(q: string, texts: readonly RawBuilder<unknown>[]): Condition {
  const pattern = `%${escapeLike(q)}%`
  const found = texts.map((text) => sql`${text} ilike ${pattern}`)
  return sql`(${sql.join(found, sql` or `)})`
}

const all = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

/** Returns the requested page of a table and, with the first page, the number of rows that match. */
export async function tablePage<
  Row extends object,
  Sort extends string,
  Cursor extends string | number,
>(
  database: Database,
  list: TableList<Row, Sort, Cursor>,
  input: TableQuery<NoInfer<Sort>, NoInfer<Cursor>>,
  usualSize = usualPageSize,
): Promise<{ items: Row[]; cursor: Cursor | null; matching: number | null }> {
  const { columns, from, where, texts } = list
  const { q, cursor, pageSize = usualSize } = input
  const matching = q && texts ? [...where, containsTextSql(q, texts)] : where
  const { by, after, offset, cursorOfRow, next, readsAll } = pagingOf(list, input, pageSize)
  const isFirst = cursor === undefined
  const count = isFirst && readsAll ? sql`count(*) over ()` : sql`null`
  const { rows } = await sql<Row & { cursorOfRow: Cursor; countOfRows: string | null }>`
    select ${columns}, ${cursorOfRow} as "cursorOfRow", ${count} as "countOfRows" from ${from}
     where ${all([...matching, ...after])}
     order by ${by} limit ${pageSize + 1} offset ${offset}`.execute(database)
  const items = rows.slice(0, pageSize)
  const counted = () =>
    readsAll
      ? Math.min(Number(rows[0]?.countOfRows ?? 0), maxCountedRows + 1)
      : countMatching(database, from, all(matching))
  return {
    items,
    cursor: rows.length > pageSize ? next(items.at(-1)!) : null,
    matching: isFirst ? await counted() : null,
  }
}

/**
 * Returns the order of a list, the beginning of the requested page, and a function for the cursor of the next page.
 * `readsAll` is true if no index has the order, so that the first page reads all rows anyway and can count them.
 */
function pagingOf<Sort extends string, Cursor extends string | number>(
  { sorts, id, own }: TableList<unknown, Sort, Cursor>,
  { sort, order, cursor }: TableQuery<Sort, Cursor>,
  pageSize: number,
) {
  if (!sort && own.after)
    return {
      by: own.by,
      after: cursor === undefined ? [] : [own.after(cursor)],
      offset: 0,
      cursorOfRow: own.cursor,
      next: (last: { cursorOfRow: Cursor }) => last.cursorOfRow,
      readsAll: false,
    }
  const offset = rowsBefore(cursor)
  return {
    by: sort ? sql`${sorts[sort]} ${sql.raw(order)} nulls last, ${id}` : own.by,
    after: [],
    offset,
    cursorOfRow: sql`null`,
    next: () => own.afterRows(offset + pageSize),
    readsAll: true,
  }
}

/** Returns the number of rows before the requested page, for orders whose cursor is that number. */
function rowsBefore(cursor: string | number | undefined): number {
  const count = Number(String(cursor ?? 0).replace(/^after-/, ''))
  if (!Number.isInteger(count)) throw badPlace()
  return count
}

/** Returns the number of rows that match. `maxCountedRows + 1` means that there are more than `maxCountedRows`. */
export async function countMatching(
  database: Database,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${from} where ${where} limit ${maxCountedRows + 1}) counted`.execute(database)
  return rows[0]!.count
}
