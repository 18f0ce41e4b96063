import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { hasErrnoCode } from '#platform/server/errno.ts'
import type { BackupRules, BackedUpFiles } from '#platform/server/backup-rules.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage, type Storage } from '#platform/server/storage/storage.ts'
import {
  fileListName,
  filePath,
  filePatience,
  OperatorError,
  parseFileListLine,
  syncFolder,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts'

export type EarlierBackup = { folder: string; manifest: Manifest }

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Backs up every file that the rows of this snapshot refer to. A file that an earlier backup has is linked from there,
 * so that each backup is complete but a file takes up space only once.
 */
export async function backUpFiles(
  { settings, log }: Services,
  client: pg.Client,
  backupRules: BackupRules[],
  folder: string,
  earlier?: EarlierBackup,
) {
  const list = createWriteStream(join(folder, fileListName), { mode: 0o600, flush: true })
  const listed = finished(list)
  const total = createHash('sha256')
  const files = { count: 0, bytes: 0, sha256: '' }
  const missing: string[] = []
  const folders = new Set<string>()
  let linked = 0

  for (const { files: kept } of backupRules) {
    if (!kept) continue
    const storage = openStorage(settings, kept.kind, filePatience)
    const before = alongside(earlier)
    for await (const wanted of inBatches(client, kept)) {
      const known: (BackedUpFile | null)[] = []
      for (const { name } of wanted) known.push(await before(name))
      const found = await Promise.all(
        wanted.map(async ({ name, required }, at) => {
          const path = join(folder, filePath(name))
          folders.add(dirname(path))
          await mkdir(dirname(path), { recursive: true, mode: 0o700 })
          const file =
            (await linkedFrom(earlier, known[at]!, path)) ?? (await copied(storage, name, path))
          if (!file && required) missing.push(name)
          return file
        }),
      )
      for (const keptFile of found) {
        if (!keptFile) continue
        const { was, ...file } = keptFile
        const line = `${JSON.stringify(file satisfies BackedUpFile)}\n`
        total.update(line)
        if (!list.write(line)) await once(list, 'drain')
        files.count++
        files.bytes += file.bytes
        if (was === 'linked') linked++
      }
    }
  }
  list.end()
  await listed
  for (const made of folders) await syncFolder(made)
  if (missing.length > 0) log.warn({ files: missing.length }, 'rows show files that are not there')
  return { files: { ...files, sha256: total.digest('hex') }, missing, linked }
}

async function* inBatches(client: pg.Client, { rows, namesOf }: BackedUpFiles) {
  await client.query(`declare kept_files no scroll cursor for ${rows}`)
  for (;;) {
    const fetched = await client.query('fetch 4 from kept_files')
    if (fetched.rows.length === 0) break
    yield fetched.rows.flatMap(namesOf)
  }
  await client.query('close kept_files')
}

/**
 * Returns a function that finds a file in the list of the earlier backup. Both lists are sorted by name, so one pass is
 * enough and memory use doesn't grow with their length.
 */
function alongside(earlier: EarlierBackup | undefined) {
  const list = earlier && readFileList(earlier)
  let next: BackedUpFile | null = null
  return async (name: string): Promise<BackedUpFile | null> => {
    while (list && (!next || next.name < name)) {
      const { done, value } = await list.next()
      if (done) return null
      next = value
    }
    return next?.name === name ? next : null
  }
}

/** Yields the files in a backup's list. At the end, throws if the list isn't the one that was written. */
export async function* readFileList({
  folder,
  manifest,
}: EarlierBackup): AsyncGenerator<BackedUpFile> {
  const path = join(folder, fileListName)
  const total = createHash('sha256')
  const lines = createInterface({ input: createReadStream(path) })
  for await (const line of lines) {
    total.update(`${line}\n`)
    yield fileOf(line, path)
  }
  if (total.digest('hex') !== manifest.files.sha256)
    throw new OperatorError(`${path} is damaged: its checksum is another.`)
}

function fileOf(line: string, path: string): BackedUpFile {
  try {
    return parseFileListLine(line)
  } catch {
    throw new OperatorError(`${path} is damaged: a line of it can’t be read.`)
  }
}

async function linkedFrom(
  earlier: EarlierBackup | undefined,
  file: BackedUpFile | null,
  path: string,
) {
  if (!earlier || !file) return null
  const there = join(earlier.folder, filePath(file.name))
  // Reads the file before linking it, so that a damaged file isn't passed on.
  const bytes = await readFile(there).catch(() => null)
  if (!bytes || sha256(bytes) !== file.sha256) return null
  await link(there, path).catch((error: unknown) => {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].some((code) => hasErrnoCode(error, code)))
      throw error
    return copyFile(there, path)
  })
  return { ...file, was: 'linked' as const }
}

async function copied(storage: Storage, name: string, path: string) {
  const bytes = await storage.read(name)
  if (!bytes) return null
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { name, bytes: bytes.length, sha256: sha256(bytes), was: 'copied' as const }
}
