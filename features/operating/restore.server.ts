import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import type { BackupRules } from '#platform/server/backup-rules.ts'
import {
  applyMigration,
  firstMigrationBefore1,
  migrationLock,
  createMigrationsTableSql,
  readMigrations,
  type Migration,
} from '#platform/server/database/migrate.ts'
import {
  applyRepeatableMigrations,
  createRepeatableTableSql,
} from '#platform/server/database/repeatable.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { readFileList, sha256 } from './files.server.ts'
import {
  filePath,
  OperatorError,
  readManifest,
  tablePath,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts'
import {
  dropEverything,
  withoutTriggersAndForeignKeys,
  copyOut,
  digestStep,
  stableOutputSettings,
  quoteName,
  tablesOf,
} from './tables.server.ts'

const day = 24 * 60 * 60 * 1000

export type RestoreResult = { manifest: Manifest; migratedOn: string[] }

/**
 * Replaces everything that this site has with a backup, in one transaction, so that a failure leaves the site as it
 * was. Files are written before the rows that refer to them, and are scheduled for removal in case those rows are never
 * committed.
 */
export async function restoreBackup(
  services: Services,
  backupRules: BackupRules[],
  folder: string,
): Promise<RestoreResult> {
  const manifest = await readManifest(folder)
  const migrations = await readMigrations()
  const older = migrationsOf(manifest, migrations)
  await verify(manifest, folder)

  const client = await services.connect()
  try {
    await client.query(stableOutputSettings)
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    await refuseMembers(client)
    if (older.length < migrations.length) await refuseRunning(client)
    await bringFiles(services, backupRules, { folder, manifest })
    await dropEverything(client)
    await client.query(`${createMigrationsTableSql}; ${createRepeatableTableSql}`)
    for (const migration of older) await applyMigration(client, migration)
    await load(client, manifest, folder)
    const newer = migrations.slice(older.length)
    for (const migration of newer) await applyMigration(client, migration)
    await applyRepeatableMigrations(client)
    for (const { afterRestoreSql } of backupRules)
      if (afterRestoreSql) await client.query(afterRestoreSql)
    await client.query('commit')
    await recordAudit(services.database, operatorActor, 'backup.restore', 'site', {
      after: { madeAt: manifest.madeAt, migrations: older.length },
    })
    return { manifest, migratedOn: newer.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/**
 * Returns the migrations of this version that the backup's database had run. Throws if they aren't the first ones of
 * this version.
 */
function migrationsOf(manifest: Manifest, migrations: Migration[]): Migration[] {
  const mine = migrations.slice(0, manifest.migrations.length)
  const same = manifest.migrations.every(
    ({ name, checksum }, at) => mine[at]?.name === name && mine[at].checksum === checksum,
  )
  if (same) return mine
  const last = manifest.migrations.at(-1)!.name
  if (manifest.migrations[0]!.name === firstMigrationBefore1)
    throw new OperatorError(
      `The backup is of a version before 1.0.0, up to ${last}, which no later one reads. Restore it with that version.`,
    )
  throw new OperatorError(
    `The backup is of another version of Yolo, up to ${last}. Restore it with that version or a newer one.`,
  )
}

/** Reads the whole backup and compares all checksums before anything is changed. */
async function verify(manifest: Manifest, folder: string): Promise<void> {
  for (const { name, rows, sha256: sum } of manifest.tables) {
    const digest = digestStep()
    await pipeline(
      createReadStream(join(folder, tablePath(name))),
      createGunzip(),
      digest.through,
      digest.nowhere,
    ).catch((error: Error) => {
      throw new OperatorError(`${tablePath(name)} can’t be read: ${error.message}`)
    })
    if (digest.lines() !== rows || digest.sha256() !== sum)
      throw new OperatorError(`${tablePath(name)} is damaged: its checksum is another.`)
  }
  for await (const file of readFileList({ folder, manifest })) await readKept(folder, file)
}

async function readKept(folder: string, { name, sha256: sum }: BackedUpFile): Promise<Buffer> {
  const bytes = await readFile(join(folder, filePath(name))).catch(() => null)
  if (!bytes) throw new OperatorError(`${filePath(name)} is missing in the backup.`)
  if (sha256(bytes) !== sum)
    throw new OperatorError(`${filePath(name)} is damaged: its checksum is another.`)
  return bytes
}

async function refuseMembers(client: pg.Client): Promise<void> {
  // The lock prevents anyone from joining until the transaction ends.
  await client.query('lock table users in share row exclusive mode')
  const { rows } = await client.query('select count(*)::integer as members from users')
  const { members } = rows[0]
  if (members > 0)
    throw new OperatorError(
      `This site has members already (${members}). A backup is restored into a site without any: another STATE_DIR, or an empty DATABASE_URL.`,
    )
}

/** Throws if a server is running, because a server brings older rows up to date only when it starts. */
async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'yolo-jobs' limit 1`,
  )
  if (rows.length > 0)
    throw new OperatorError(
      'The backup is of an older version, and a server runs on this database: stop it, restore, and start it again.',
    )
}

async function bringFiles(
  { settings, database, clock }: Services,
  backupRules: BackupRules[],
  backup: { folder: string; manifest: Manifest },
): Promise<void> {
  const kept = backupRules.flatMap(({ files }) => files ?? [])
  const [files] = kept
  if (!files) return
  const storage = openStorage(settings, files.kind)
  const bring = async (batch: BackedUpFile[]) => {
    if (batch.length === 0) return
    const due = new Date(clock.now().getTime() + day)
    await files.scheduleRemoval(
      database,
      batch.map(({ name }) => name),
      due,
    )
    await Promise.all(
      batch.map(async (file) => {
        const bytes = await readKept(backup.folder, file)
        await storage.write(file.name, bytes, files.typeOf(file.name))
        const written = await storage.read(file.name)
        if (!written || sha256(written) !== file.sha256)
          throw new OperatorError(
            `${file.name} didn’t come back from the storage as it was written.`,
          )
      }),
    )
  }
  let batch: BackedUpFile[] = []
  for await (const file of readFileList(backup)) {
    batch.push(file)
    if (batch.length === 32) await bring(batch.splice(0))
  }
  await bring(batch)
}

async function load(client: pg.Client, manifest: Manifest, folder: string): Promise<void> {
  const names = manifest.tables.map(({ name }) => quoteName(name))
  await withoutTriggersAndForeignKeys(client, async () => {
    await client.query(`truncate ${names.join(', ')}`)
    for (const { name, columns } of manifest.tables)
      await pipeline(
        createReadStream(join(folder, tablePath(name))),
        createGunzip(),
        client.query(copyFrom(`copy ${quoteName(name)} (${columns.join(', ')}) from stdin`)),
      )
  })
  const there = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  for (const { name, columns, rows, sha256: sum } of manifest.tables) {
    const now = await copyOut(client, { ...there.get(name)!, columns })
    if (now.rows !== rows || now.sha256 !== sum)
      throw new OperatorError(
        `The table ${name} isn’t what was written into it. Nothing was changed.`,
      )
  }
  for (const { name, value, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteName(name),
      value,
      called,
    ])
}
