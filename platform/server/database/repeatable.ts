import type pg from 'pg'
import { readSqlDeclarations, type SqlDeclaration } from './repeatable-files.ts'

/**
 * This table records the functions, views and triggers that were created from the `*.sql` files, so that only changed
 * ones are replaced and removed ones are dropped (docs/decisions/0039-sql-beside-its-feature.md). Unchanged triggers
 * are left alone, because replacing one locks its table against writes.
 */
export const createRepeatableTableSql =
  'create table if not exists repeatable_migrations (identity text primary key, signature text not null, checksum text not null)'

type Recorded = Pick<SqlDeclaration, 'identity' | 'signature' | 'checksum'>

/** Returns whether any declaration differs from the one last applied to the database. */
export async function repeatableMigrationsChanged(client: pg.Client): Promise<boolean> {
  const declared = await readSqlDeclarations()
  const recorded = await recordedIn(client)
  return (
    recorded.size !== declared.length ||
    declared.some(({ identity, checksum }) => recorded.get(identity)?.checksum !== checksum)
  )
}

/** Creates, replaces and drops declarations that differ, in the current transaction. Returns their identities. */
export async function applyRepeatableMigrations(client: pg.Client): Promise<string[]> {
  const declared = await readSqlDeclarations()
  const wanted = new Map(declared.map((one) => [one.identity, one]))
  const recorded = await recordedIn(client)
  const dropped = [...recorded.values()].filter(
    ({ identity, signature }) => wanted.get(identity)?.signature !== signature,
  )
  // `cascade` also drops what depends on a dropped declaration. Whatever is missing afterwards is created again.
  const triggersFirst = dropped.sort((a, b) => b.identity.localeCompare(a.identity))
  for (const { identity } of triggersFirst) await client.query(`drop ${ifExists(identity)} cascade`)
  const present = await presentIn(client)
  const made = declared.filter(
    ({ identity, checksum }) =>
      recorded.get(identity)?.checksum !== checksum || !present.has(identity),
  )
  for (const { text } of made) await client.query(text.replace(/^create /, 'create or replace '))
  await client.query('delete from repeatable_migrations')
  await client.query(
    `insert into repeatable_migrations (identity, signature, checksum)
     select * from unnest($1::text[], $2::text[], $3::text[])`,
    [
      declared.map(({ identity }) => identity),
      declared.map(({ signature }) => signature),
      declared.map(({ checksum }) => checksum),
    ],
  )
  return [...new Set([...dropped, ...made].map(({ identity }) => identity))]
}

/** Returns what to write behind `drop` for a declaration that may be gone. */
export const ifExists = (identity: string) => identity.replace(/^\w+ /, '$&if exists ')

async function recordedIn(client: pg.Client): Promise<Map<string, Recorded>> {
  const { rows } = await client.query<Recorded>(
    'select identity, signature, checksum from repeatable_migrations',
  )
  return new Map(rows.map((row) => [row.identity, row]))
}

async function presentIn(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ identity: string }>(`
    select 'function ' || proname as identity from pg_proc where pronamespace = 'public'::regnamespace
     union all
    select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     union all
    select 'trigger ' || tgname || ' on ' || relname
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal`)
  return new Set(rows.map(({ identity }) => identity))
}
