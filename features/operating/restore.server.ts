import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import type { BackupRules } from '#platform/server/backup-rules.ts'
import {
  applyMigration,
  createdIn,
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
import { readFileList, sha256, type EarlierBackup } from './files.server.ts'
import {
  filePath,
  filePatience,
  OperatorError,
  readManifest,
  tablePath,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts'
import {
  dropOwn,
  withoutTriggersAndForeignKeys,
  copyOut,
  digestStep,
  stableOutputSettings,
  quoteName,
  sequencesOf,
  tablesOf,
} from './tables.server.ts'

const day = 24 * 60 * 60 * 1000

export type RestoreResult = {
  manifest: Manifest
  migratedOn: string[]
  /** Tables of the backup that Yolo didn't make: backups of earlier versions have them. */
  foreign: string[]
}

/**
 * Replaces everything that Yolo has in this database with a backup, in one transaction, so that a failure leaves the
 * site as it was. Files are written before the rows that refer to them, and are scheduled for removal in case those rows
 * are never committed.
 */
export async function restoreBackup(
  services: Services,
  backupRules: BackupRules[],
  folder: string,
): Promise<RestoreResult> {
  const whole = await readManifest(folder)
  const migrations = await readMigrations()
  const older = migrationsOf(whole, migrations)
  const own = new Set(createdIn(older, 'table'))
  const manifest = { ...whole, tables: whole.tables.filter(({ name }) => own.has(name)) }
  await verify(manifest, folder)

  const client = await services.connect()
  try {
    await client.query(stableOutputSettings)
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    await refuseMembers(client)
    if (older.length < migrations.length) await refuseRunning(client)
    await refuseOthersFiles(services, backupRules, { folder, manifest })
    await bringFiles(services, backupRules, { folder, manifest })
    await dropOwn(client, migrations)
    await client.query(`${createMigrationsTableSql}; ${createRepeatableTableSql}`)
    for (const migration of older) await applyMigration(client, migration)
    await load(client, [...own], { folder, manifest })
    const newer = migrations.slice(older.length)
    for (const migration of newer) await applyMigration(client, migration)
    await applyRepeatableMigrations(client)
    for (const { afterRestoreSql } of backupRules)
      if (afterRestoreSql) await client.query(afterRestoreSql)
    await client.query('commit')
    await recordAudit(services.database, operatorActor, 'backup.restore', 'site', {
      after: { madeAt: manifest.madeAt, migrations: older.length },
    })
    return {
      manifest,
      migratedOn: newer.map(({ name }) => name),
      foreign: whole.tables.map(({ name }) => name).filter((name) => !own.has(name)),
    }
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

/**
 * Throws if the storage has files of another site, or of the database before this one. Both databases would remove
 * files that the other one shows: whatever was deleted in one, and brought back in the other.
 */
async function refuseOthersFiles(
  services: Services,
  backupRules: BackupRules[],
  { folder, manifest }: EarlierBackup,
): Promise<void> {
  const isKept = (name: string) =>
    access(join(folder, filePath(name))).then(
      () => true,
      () => false,
    )
  for (const { files } of backupRules) {
    if (!files) continue
    const removed = await namesIn(manifest, folder, files.removals)
    for await (const names of files.strays(services))
      for (const name of names.filter((one) => !removed.has(one))) {
        const kept = await Promise.all(files.namesOf({ name }).map((file) => isKept(file.name)))
        if (!kept.includes(true))
          throw new OperatorError(
            `The storage of ${files.kind} has files that neither this site nor the backup knows, ${name} for one: another database’s. ` +
              'Restore into an empty storage: another STATE_DIR, or another folder of the bucket in PHOTO_STORE.',
          )
      }
  }
}

/** Returns the column `name` of a table in the backup. */
async function namesIn(manifest: Manifest, folder: string, table: string): Promise<Set<string>> {
  const column = manifest.tables.find(({ name }) => name === table)?.columns.indexOf('name')
  const names = new Set<string>()
  if (column === undefined) return names
  const rows = createReadStream(join(folder, tablePath(table))).pipe(createGunzip())
  for await (const row of createInterface({ input: rows })) names.add(row.split('\t')[column]!)
  return names
}

async function bringFiles(
  { settings, database, clock }: Services,
  backupRules: BackupRules[],
  backup: { folder: string; manifest: Manifest },
): Promise<void> {
  const kept = backupRules.flatMap(({ files }) => files ?? [])
  const [files] = kept
  if (!files) return
  const storage = openStorage(settings, files.kind, filePatience)
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
        const body = await readKept(backup.folder, file)
        await storage.write([{ name: file.name, type: files.typeOf(file.name), body }])
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

async function load(
  client: pg.Client,
  own: string[],
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<void> {
  const names = manifest.tables.map(({ name }) => name)
  await withoutTriggersAndForeignKeys(client, own, async () => {
    await client.query(`truncate ${names.map(quoteName).join(', ')}`)
    for (const { name, columns } of manifest.tables)
      await pipeline(
        createReadStream(join(folder, tablePath(name))),
        createGunzip(),
        client.query(copyFrom(`copy ${quoteName(name)} (${columns.join(', ')}) from stdin`)),
      )
  })
  const there = new Map((await tablesOf(client, names)).map((table) => [table.name, table]))
  for (const { name, columns, rows, sha256: sum } of manifest.tables) {
    const now = await copyOut(client, { ...there.get(name)!, columns })
    if (now.rows !== rows || now.sha256 !== sum)
      throw new OperatorError(
        `The table ${name} isn’t what was written into it. Nothing was changed.`,
      )
  }
  const sequences = new Set((await sequencesOf(client, own)).map(({ name }) => name))
  for (const { name, value, called } of manifest.sequences.filter(({ name }) =>
    sequences.has(name),
  ))
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteName(name),
      value,
      called,
    ])
}
