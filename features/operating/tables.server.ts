import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

export type Table = { name: string; columns: string[]; order: string }

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Returns every table of the site with the columns to write, without generated ones, and the order of its rows. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
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
       and c.relname not in ('migrations', 'repeatable_migrations')
     group by c.oid, c.relname order by c.relname`)
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

/** Drops everything that migrations created, and nothing of an extension or another schema. */
export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare one text;
    begin
      -- Each array is complete before anything is dropped, because a cascade may drop later elements too.
      foreach one in array array(select format('%I', relname) from pg_class
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) loop
        execute 'drop table if exists ' || one || ' cascade';
      end loop;
      foreach one in array array(select oid::regprocedure::text from pg_proc
                  where pronamespace = 'public'::regnamespace
                    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')) loop
        execute 'drop routine if exists ' || one || ' cascade';
      end loop;
      foreach one in array array(select oid::regtype::text from pg_type
                  where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
                    and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')) loop
        execute 'drop type if exists ' || one || ' cascade';
      end loop;
    end $$`)
}

/**
 * Runs `work` without triggers and foreign keys. Only a superuser could switch off foreign keys, so they are dropped
 * and created again, which checks every row.
 */
export async function withoutTriggersAndForeignKeys(
  client: pg.Client,
  work: () => Promise<void>,
): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal`,
  )
  const { rows: references } = await client.query<{ table: string; name: string; text: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`)
  await work()
  for (const { table, name, text } of references)
    await client.query(`alter table ${table} add constraint ${name} ${text}`)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}
