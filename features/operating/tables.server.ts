import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createdIn, type Migration } from '#platform/server/database/migrate.ts'
import { readSqlDeclarations } from '#platform/server/database/repeatable-files.ts'
import { ifExists } from '#platform/server/database/repeatable.ts'
import { hasErrnoCode } from '#platform/server/errno.ts'
import { OperatorError } from './manifest.ts'

export type Table = { name: string; columns: string[]; order: string }

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Returns those of these tables that exist, with the columns to write, without generated ones, and the order of their
 * rows.
 */
export async function tablesOf(client: pg.Client, names: string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select c.relname as name,
           array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
           coalesce((select string_agg(
                       -- Collation "C" sorts in the same way on every server, whatever its locale.
                       quote_ident(k.attname) || case when k.attcollation <> 0 then ' collate "C"' else '' end,
                       ', ' order by array_position(i.indkey::smallint[], k.attnum))
                       from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
                      where i.indrelid = c.oid and i.indisprimary), quote_ident(c.relname) || '::text collate "C"') as "order"
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname = any ($1)
     group by c.oid, c.relname order by c.relname`,
    [names],
  )
  return rows
}

/** Returns the other tables beside these that somebody, and no extension, made in the same schema. */
export async function foreignTablesBeside(client: pg.Client, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not in ('migrations', 'repeatable_migrations') and relname <> all ($1)
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
    [names],
  )
  return rows.map(({ name }) => name)
}

export type Sequence = { name: string; value: string; called: boolean }

/** Returns the sequences of these tables. */
export async function sequencesOf(client: pg.Client, names: string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
       from pg_sequences
      where schemaname = 'public'
        and exists (select from pg_depend d join pg_class t on t.oid = d.refobjid
                     where d.objid = format('%I.%I', schemaname, sequencename)::regclass
                       and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
                       and t.relname = any ($1)) order by 1`,
    [names],
  )
  return rows
}

/** Settings that make the database write values in the same way, whatever its own settings are. */
export const stableOutputSettings = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'`

/** Copies the rows of a table, as COPY writes them, to `onward`. Returns their number and checksum. */
export async function copyOut(
  client: pg.Client,
  { name, columns, order }: Table,
  ...onward: [] | [...NodeJS.ReadWriteStream[], NodeJS.WritableStream]
): Promise<{ rows: number; sha256: string }> {
  const rows = client.query(
    copyTo(
      `copy (select ${columns.join(', ')} from ${quoteName(name)} order by ${order}) to stdout`,
    ),
  )
  const digest = digestStep()
  await pipeline([
    rows,
    digest.through,
    ...(onward.length > 0 ? onward : [digest.nowhere]),
  ] as never)
  return { rows: rows.rowCount, sha256: digest.sha256() }
}

/**
 * Returns a step of a pipeline that computes a checksum and counts what flows through it. As the last step, `nowhere`
 * discards the data.
 */
export function digestStep() {
  const hash = createHash('sha256')
  let bytes = 0
  let lines = 0
  return {
    async *through(source: Readable | AsyncIterable<Buffer>) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk)
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
        yield chunk
      }
    },
    async nowhere(source: AsyncIterable<Buffer>) {
      for await (const _ of source);
    },
    sha256: () => hash.digest('hex'),
    bytes: () => bytes,
    lines: () => lines,
  }
}

/**
 * Drops the tables, functions and views that Yolo made, and nothing else that is in the database. Nothing cascades, so
 * the database refuses if something that Yolo didn't make depends on them.
 */
export async function dropOwn(client: pg.Client, migrations: Migration[]): Promise<void> {
  const tables = [...createdIn(migrations, 'table'), 'migrations', 'repeatable_migrations']
  const declared = await readSqlDeclarations()
  try {
    // Each declaration stands after those that it depends on.
    for (const { identity } of declared.toReversed())
      await client.query(`drop ${ifExists(identity)}`)
    await client.query(`drop table if exists ${tables.map(quoteName).join(', ')}`)
    const { rows } = await client.query<{ functions: string | null }>(
      `select string_agg(oid::regprocedure::text, ', ') as functions from pg_proc
        where pronamespace = 'public'::regnamespace and proname = any ($1)
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
      [createdIn(migrations, 'function')],
    )
    // In one statement, because they use one another.
    if (rows[0]!.functions) await client.query(`drop function ${rows[0]!.functions}`)
  } catch (error) {
    if (!hasErrnoCode(error, dependentObjects)) throw error
    throw new OperatorError(
      `Something that isn’t Yolo’s hangs on its tables. Drop it, or restore into another database:\n${(error as pg.DatabaseError).detail}`,
    )
  }
}

/** PostgreSQL's code for 'dependent objects still exist'. */
const dependentObjects = '2BP01'

/**
 * Runs `work` without the triggers and foreign keys of these tables. Only a superuser could switch off foreign keys, so they are dropped
 * and created again, which checks every row.
 */
export async function withoutTriggersAndForeignKeys(
  client: pg.Client,
  tableNames: string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not tgisinternal`,
    [tableNames],
  )
  const { rows: references } = await client.query<{ table: string; name: string; text: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as text
       from pg_constraint join pg_class c on c.oid = conrelid
      where contype = 'f' and connamespace = 'public'::regnamespace and c.relname = any ($1)`,
    [tableNames],
  )
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`)
  await work()
  for (const { table, name, text } of references)
    await client.query(`alter table ${table} add constraint ${name} ${text}`)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}
