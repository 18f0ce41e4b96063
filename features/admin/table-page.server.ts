import { sql, type RawBuilder } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/services.ts'
import { escapeLike } from '#platform/server/like.ts'
import { olderThan, placeOf } from './pages.server.ts'
import { maxCounted } from './table/limits.ts'

const usualPageSize = 100

type Condition = RawBuilder<boolean>

/**
 * The order of a list that isn't sorted by a column. With `after`, it is paged by the last row, so that rows that are
 * added meanwhile shift no page; without it, by the number of rows before.
 */
type OwnOrder<Cursor> = {
  by: RawBuilder<unknown>
  /** Returns the cursor after so many rows. */
  afterRows: (count: number) => Cursor
} & (
  | {
      /** Returns the condition for the rows after a cursor. */
      after: (cursor: Cursor) => Condition
      /** SQL for the cursor of a row. */
      cursor: RawBuilder<Cursor>
    }
  | { after?: undefined }
)

/** A list that is shown as a table: what its rows are, and what they can be filtered and sorted by. */
export type TableList<Row, Sort extends string, Cursor> = {
  columns: RawBuilder<Row>
  from: RawBuilder<unknown>
  where: readonly Condition[]
  /** The texts in which `q` is looked for. Without it, the list takes care of `q` itself. */
  texts?: readonly RawBuilder<unknown>[]
  sorts: Record<Sort, RawBuilder<unknown>>
  /** The row's id, which decides the order of rows that are equal otherwise. */
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

/** The order newest first. `at` and `id` are the columns of a row's time and id. */
export const newestFirst = (at: string, id: string): OwnOrder<string> => ({
  by: sql`${sql.ref(at)} desc, ${sql.ref(id)} desc`,
  after(cursor) {
    if (!cursor.includes('.')) throw badPlace()
    return olderThan(cursor, at, id)
  },
  cursor: placeOf(at, id),
  afterRows: (count) => `after-${count}`,
})

/** An order whose cursor is the id of the last row. */
export const pagedById = (
  by: RawBuilder<unknown>,
  id: string,
  after: (cursor: number) => Condition,
): OwnOrder<number> => ({ by, after, cursor: sql.ref<number>(id), afterRows: (count) => count })

/** An order whose cursor is the number of rows before. */
export const pagedByCount = (by: RawBuilder<unknown>): OwnOrder<number> => ({
  by,
  afterRows: (count) => count,
})

/** SQL for sorting by a text in any case. */
export const byText = (column: string) => sql`lower(${sql.ref(column)})`

/** Condition that one of the texts contains `q`, in any case. */
export function containing(q: string, texts: readonly RawBuilder<unknown>[]): Condition {
  const pattern = `%${escapeLike(q)}%`
  const found = texts.map((text) => sql`${text} ilike ${pattern}`)
  return sql`(${sql.join(found, sql` or `)})`
}

const all = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

/** Returns the page of a table that was asked for and, with the first page, how many rows match. */
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
  const matching = q && texts ? [...where, containing(q, texts)] : where
  const { by, after, offset, cursorOfRow, next } = pagingOf(list, input, pageSize)
  const { rows } = await sql<Row & { cursorOfRow: Cursor }>`
    select ${columns}, ${cursorOfRow} as "cursorOfRow" from ${from}
     where ${all([...matching, ...after])}
     order by ${by} limit ${pageSize + 1} offset ${offset}`.execute(database)
  const items = rows.slice(0, pageSize)
  return {
    items,
    cursor: rows.length > pageSize ? next(items.at(-1)!) : null,
    matching: cursor === undefined ? await countMatching(database, from, all(matching)) : null,
  }
}

/** Returns how a list is ordered, where its page begins, and the cursor of the next page. */
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
    }
  const offset = rowsBefore(cursor)
  return {
    by: sort ? sql`${sorts[sort]} ${sql.raw(order)} nulls last, ${id}` : own.by,
    after: [],
    offset,
    cursorOfRow: sql`null`,
    next: () => own.afterRows(offset + pageSize),
  }
}

/** Returns how many rows come before a page that is paged by their number. */
function rowsBefore(cursor: string | number | undefined): number {
  const count = Number(String(cursor ?? 0).replace(/^after-/, ''))
  if (!Number.isInteger(count)) throw badPlace()
  return count
}

/** Returns how many rows match; one more than `maxCounted` stands for more. */
export async function countMatching(
  database: Database,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${from} where ${where} limit ${maxCounted + 1}) counted`.execute(database)
  return rows[0]!.count
}
