import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { operatorActor, recordAudit } from '#domain/audit.ts'
import type { BackupRules } from '#platform/server/feature.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'

type Table = { name: string; columns: string }
type Manifest = {
  createdAt: string
  /** The migrations of the database with their checksums, as one text. */
  version: string
  tables: (Table & { rows: number })[]
  sequences: { name: string; value: string }[]
  photos: number
}

/** An error that the operator can do something about, so it is printed without a stack. */
export class OperatorError extends Error {}

const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
const photoFolder = (folder: string, name: string) => join(folder, 'photos', name.slice(0, 2))
const manifestFile = (folder: string) => join(folder, 'manifest.json')

/**
 * Writes all tables, but those that the rules leave out, as they were at one moment, and the photos into a new folder.
 * The site keeps running meanwhile. The manifest is written last: a folder without it is an interrupted backup.
 */
export async function backUp(
  services: Services,
  rules: BackupRules[],
  folder: string,
): Promise<Manifest> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 1) throw new OperatorError(`${folder} isn’t empty.`)
  const leftOut = Object.assign({}, ...rules.map((rule) => rule.leftOut)) as Record<string, string>
  const client = await services.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables: Manifest['tables'] = []
    for (const table of await tablesOf(client))
      if (!leftOut[table.name]) tables.push({ ...table, rows: await save(client, table, folder) })
    const manifest: Manifest = {
      createdAt: services.clock.now().toISOString(),
      version: await versionOf(client),
      tables,
      sequences: await sequencesOf(client),
      photos: await savePhotos(services, folder),
    }
    await writeFile(manifestFile(folder), JSON.stringify(manifest, null, 2), { flush: true })
    return manifest
  } finally {
    await client.end()
  }
}

/** Loads a backup of this or an earlier version into a site that has no members yet, in one transaction. */
export async function restore(services: Services, folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new OperatorError(`${folder} has no complete backup: manifest.json is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
  const client = await services.connect()
  try {
    await client.query('begin')
    await client.query('lock table users in share row exclusive mode')
    if (!(await versionOf(client)).startsWith(manifest.version))
      throw new OperatorError('The backup is of a later version of Yolo: restore it with that one.')
    if ((await client.query('select from users limit 1')).rowCount)
      throw new OperatorError('This site has members already. Restore into an empty one.')
    await restorePhotos(services, folder)
    const all = await tablesOf(client)
    await client.query(`truncate ${all.map(({ name }) => name).join(', ')}`)
    for (const { name } of all) await client.query(`alter table ${name} disable trigger user`)
    const rank = new Map(all.map(({ name }, index) => [name, index]))
    for (const table of manifest.tables.toSorted((a, b) => rank.get(a.name)! - rank.get(b.name)!))
      await load(client, table, folder)
    for (const { name } of all) await client.query(`alter table ${name} enable trigger user`)
    for (const { name, value } of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [name, value])
    await client.query('commit')
    const after = { createdAt: manifest.createdAt }
    await recordAudit(services.database, operatorActor, 'backup.restore', 'site', { after })
    return manifest
  } finally {
    await client.end()
  }
}

/** Returns all tables but `migrations`, each after those that it refers to, with the columns that can be written. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(`
    select c.relname as name,
           (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
           array(select r.relname::text from pg_constraint join pg_class r on r.oid = confrelid
                  where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as refers
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
     order by 1`)
  const ordered = new Set<string>()
  const visit = (name: string) => {
    for (const other of rows.find((table) => table.name === name)!.refers)
      if (!ordered.has(other)) visit(other)
    ordered.add(name)
  }
  for (const { name } of rows) visit(name)
  return [...ordered]
    .map((name) => rows.find((table) => table.name === name)!)
    .map(({ name, columns }) => ({ name, columns }))
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select string_agg(name || ' ' || checksum, e'\\n' order by name) as version from migrations
      where name like 'migrations/%'`,
  )
  return rows[0]!.version
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  return rows
}

async function save(client: pg.Client, { name, columns }: Table, folder: string) {
  const rows = client.query(copyTo(`copy (select ${columns} from ${name}) to stdout`))
  const file = createWriteStream(tableFile(folder, name), { mode: 0o600, flush: true })
  await pipeline(rows, createGzip({ level: 3 }), file)
  return rows.rowCount
}

async function load(client: pg.Client, table: Manifest['tables'][number], folder: string) {
  const { name, columns, rows } = table
  const copy = client.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), copy)
  if (copy.rowCount !== rows) throw new OperatorError(`The backup of ${name} is damaged.`)
}

async function savePhotos({ settings }: Services, folder: string): Promise<number> {
  const storage = openStorage(settings, 'photos')
  let count = 0
  for await (const names of storage.list())
    for (const name of names) {
      const bytes = await storage.read(name)
      if (!bytes) continue
      await mkdir(photoFolder(folder, name), { recursive: true, mode: 0o700 })
      await writeFile(join(photoFolder(folder, name), name), bytes, { mode: 0o600, flush: true })
      count++
    }
  return count
}

async function restorePhotos({ settings }: Services, folder: string): Promise<void> {
  const storage = openStorage(settings, 'photos')
  for (const part of await readdir(join(folder, 'photos')).catch(() => []))
    for (const name of await readdir(join(folder, 'photos', part))) {
      const body = await readFile(join(folder, 'photos', part, name))
      await storage.write([{ name, type: 'image/jpeg', body }])
    }
}
