import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { readManifest } from '../../features/operating/manifest.ts'
import { copyOut, stableOutputSettings, tablesOf } from '../../features/operating/tables.server.ts'
import { startPostgres } from '../../platform/server/postgres/server.ts'
import type { Database } from '../../platform/server/services.ts'
import { launchCommand } from '../../platform/testing/process.ts'
import { until } from '../../platform/testing/until.ts'
import type { Figures } from '../http.ts'
import { makeWriters } from '../writes/writers.ts'
import { holdWrites, type Written } from './writes.ts'

const writerCount = 100

type Options = {
  origin: string
  url: string
  stateDir: string
  database: Database
  items: number
  seconds: number
  perSecond: number
}

/**
 * Makes a backup while writes continue at a constant rate, and restores it elsewhere. Each restored table must have the
 * rows and the checksum that the backup states.
 */
export async function benchBackup({
  origin,
  url,
  stateDir,
  database,
  items,
  seconds,
  perSecond,
}: Options) {
  const writers = await makeWriters(database, writerCount)
  const { rows: places } = await sql<{ id: string }>`
    select place_id as id from restaurants where deleted_at is null order by id limit 500`.execute(
    database,
  )
  const folder = await mkdtemp(join(tmpdir(), 'yolo-bench-backup-'))
  const at = join(folder, 'backup')
  const fresh = join(folder, 'state')
  const writes = holdWrites({
    origin,
    writers,
    items,
    perSecond,
    placeIds: places.map(({ id }) => id),
  })
  try {
    // Warm up until the rate is reached, for at most 30 seconds. If the machine is too busy for it, the figures say so.
    for (let n = 0; n < 15 && (n < 2 || writes.window().perSecond < 0.97 * perSecond); n++)
      await wait(2_000)
    writes.window()
    await wait(seconds * 1000)
    const before = writes.window()
    const backup = await commanded(['backup', at], { STATE_DIR: stateDir, DATABASE_URL: url })
    const during = writes.window()
    await wait(seconds * 1000)
    const after = writes.window()
    await writes.stop()
    const restore = await commanded(['restore', at], { STATE_DIR: fresh, DATABASE_URL: '' })
    const tables = await compare(at, fresh)
    const { size } = (
      await sql<{
        size: number
      }>`select pg_database_size(current_database())::float8 as size`.execute(database)
    ).rows[0]!
    const megabytes = { database: size / 2 ** 20, backup: (await bytesIn(at)) / 2 ** 20 }
    tell({ perSecond, before, during, after, backup, restore, tables, megabytes })
    if (tables.differing.length > 0)
      throw new Error(`Restored otherwise than backed up: ${tables.differing.join(', ')}`)
    const refused = during.refused / (during.perSecond * backup)
    if (refused > 0.01)
      throw new Error(
        `Of the writes under the backup more than 1 % were refused: ${JSON.stringify(during.reasons)}`,
      )
    const figures: Figures = {
      backup_writes: {
        ratio: during.perSecond / perSecond,
        before,
        during,
        after,
        backupSeconds: backup,
        restoreSeconds: restore,
        tables,
        megabytes,
      },
      backup_p99: { ratio: Math.max(before.p99, after.p99) / during.p99 },
    }
    return figures
  } finally {
    await writes.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs an operator's command in a separate process. Returns how many seconds it took. */
async function commanded(args: string[], env: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const command = launchCommand(args, env)
  await until(command.ended, `yolo ${args[0]} doesn’t end.`, 3_600_000)
  const code = await command.end('SIGTERM')
  const output = command.output()
  if (code !== 0) throw new Error(`yolo ${args[0]} ended with ${code}:\n${output}`)
  return (performance.now() - begun) / 1000
}

/**
 * Compares every table of the restored site with the backup's manifest. Deletes the audit row of the restoring itself
 * first.
 */
async function compare(at: string, stateDir: string) {
  const manifest = await readManifest(at)
  const server = await startPostgres({ stateDir, log: { info: () => {}, warn: console.warn } })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    await client.query(stableOutputSettings)
    await client.query(`delete from audit where action = 'backup.restore'`)
    const names = manifest.tables.map(({ name }) => name)
    const there = new Map((await tablesOf(client, names)).map((table) => [table.name, table]))
    const differing: string[] = []
    let rows = 0
    for (const { name, columns, rows: count, sha256 } of manifest.tables) {
      const now = await copyOut(client, { ...there.get(name)!, columns })
      if (now.sha256 !== sha256 || now.rows !== count) differing.push(name)
      rows += now.rows
    }
    return { count: manifest.tables.length, rows, differing }
  } finally {
    await client.end()
    await server.stop()
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const one of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (one.isFile()) bytes += (await stat(join(one.parentPath, one.name))).size
  return bytes
}

type Told = {
  perSecond: number
  before: Written
  during: Written
  after: Written
  backup: number
  restore: number
  tables: Awaited<ReturnType<typeof compare>>
  megabytes: { database: number; backup: number }
}

function tell({ perSecond, before, during, after, backup, restore, tables, megabytes }: Told) {
  console.log(`\nbackup under ${perSecond} writes a second`)
  for (const [name, one] of Object.entries({ before, during, after }))
    console.log(
      `${name.padEnd(8)} ${one.perSecond.toFixed(0)} writes/s, p50 ${one.p50.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms, ${one.refused} refused`,
    )
  console.log(
    `backed up in ${backup.toFixed(1)} s (${megabytes.database.toFixed(0)} MB → ${megabytes.backup.toFixed(0)} MB), restored in ${restore.toFixed(1)} s; ` +
      `${tables.rows} rows in ${tables.count} tables, ${tables.differing.length} of them otherwise`,
  )
}
