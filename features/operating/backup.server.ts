import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { hasErrnoCode } from '#platform/server/errno.ts'
import { createdIn, readMigrations } from '#platform/server/database/migrate.ts'
import { filesLock, type BackupRules } from '#platform/server/backup-rules.ts'
import type { Services } from '#platform/server/services.ts'
import { backUpFiles, type EarlierBackup } from './files.server.ts'
import {
  OperatorError,
  readManifest,
  syncFolder,
  tablePath,
  writeManifest,
  type Manifest,
  type BackedUpTable,
} from './manifest.ts'
import {
  copyOut,
  foreignTablesBeside,
  sequencesOf,
  stableOutputSettings,
  tablesOf,
} from './tables.server.ts'

export type Backup = {
  manifest: Manifest
  missing: string[]
  linked: number
  /** Tables that Yolo didn't make, which are in no backup. */
  foreign: string[]
  /** What was backed up: the folder of the embedded database, or the database's name and server, without the rest. */
  database: string
}

/**
 * Writes everything that the site stores, except the tables that `backupRules` leave out, into `folder`, as it was at
 * one moment. The site keeps running meanwhile.
 */
export async function backUp(
  services: Services,
  backupRules: BackupRules[],
  folder: string,
  since?: string,
): Promise<Backup> {
  const earlier: EarlierBackup | undefined = since
    ? { folder: resolve(since), manifest: await readManifest(since) }
    : undefined
  await emptyFolder(folder)
  const client = await services.connect()
  try {
    await alone(client)
    await client.query(stableOutputSettings)
    // The snapshot is taken only once the lock is held, so that no file that the snapshot refers to is removed.
    await client.query('begin isolation level repeatable read read only')
    const migrations = await client.query('select name, checksum from migrations order by name')
    const leftOut = Object.assign({}, ...backupRules.map(({ leftOut }) => leftOut))
    const own = createdIn(await readMigrations(), 'table')
    const kept = own.filter((name) => !leftOut[name])
    const tables = await keepTables(client, folder, kept)
    const sequences = await sequencesOf(client, own)
    const foreign = await foreignTablesBeside(client, own)
    const { files, missing, linked } = await backUpFiles(
      services,
      client,
      backupRules,
      folder,
      earlier,
    )
    await client.query('commit')
    const manifest: Manifest = {
      format: 1,
      madeAt: services.clock.now().toISOString(),
      migrations: migrations.rows,
      tables,
      sequences,
      leftOut,
      files,
    }
    await writeManifest(folder, manifest)
    const { databaseUrl, stateDir } = services.settings
    const database = databaseUrl
      ? `the database ${client.database} on ${client.host}`
      : `the database in ${stateDir}`
    return { manifest, missing, linked, foreign, database }
  } finally {
    await client.end()
  }
}

async function keepTables(client: pg.Client, folder: string, names: string[]) {
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const kept: BackedUpTable[] = []
  for (const table of await tablesOf(client, names)) {
    const { name, columns } = table
    const { rows, sha256 } = await copyOut(
      client,
      table,
      createGzip({ level: 3 }),
      // `flush` makes sure that the file is on the disk when this ends.
      createWriteStream(join(folder, tablePath(name)), { mode: 0o600, flags: 'wx', flush: true }),
    )
    kept.push({ name, columns, rows, sha256 })
  }
  await syncFolder(join(folder, 'tables'))
  return kept
}

async function emptyFolder(folder: string) {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    if (hasErrnoCode(error, 'ENOENT'))
      throw new OperatorError(`${dirname(resolve(folder))} isn’t there to make a folder in.`)
    if (!hasErrnoCode(error, 'EEXIST')) throw error
    const there = await readdir(folder).catch(() => null)
    if (!there) throw new OperatorError(`${folder} is no folder.`)
    if (there.length > 0)
      throw new OperatorError(`${folder} isn’t empty: each backup has a folder of its own.`)
  })
}

/**
 * Takes the lock, or throws if another backup has it. It is tried for three seconds, because code that removes files
 * holds the lock too, but only for a moment.
 */
async function alone(client: pg.Client) {
  for (let patience = 15; ; patience--) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${filesLock}) as mine`)
    if (rows[0].mine) return
    if (patience === 0) throw new OperatorError('Another backup is under way.')
    await wait(200)
  }
}
