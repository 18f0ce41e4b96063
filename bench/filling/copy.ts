import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

type Value = string | number | bigint | boolean | Date | null | undefined | number[]
export type Rows = Generator<Value[]>

function written(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

function* pieces(rows: Rows) {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(written).join('\t')}\n`
    if (piece.length < 1 << 17) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Inserts rows with COPY. Doesn't escape them, because the bench's texts contain no special characters. */
export const copyIn = (client: pg.Client, table: string, columns: string[], rows: Rows) =>
  pipeline(
    Readable.from(pieces(rows)),
    client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)),
  )

/** Drops the indexes of these tables, except those of constraints, runs `work`, and creates the indexes again. */
export async function unindexed(client: pg.Client, tables: string[], work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index i where indrelid = any ($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}
