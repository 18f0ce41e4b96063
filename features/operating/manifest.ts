import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasErrnoCode } from '#platform/server/errno.ts'

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** SHA-256 of the rows as COPY writes them, sorted by primary key. */
  sha256: z.string(),
})
export type BackedUpTable = z.infer<typeof table>

const file = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
export type BackedUpFile = z.infer<typeof file>

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Name and checksum of each migration that the database had. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  leftOut: z.record(z.string(), z.string()),
  /** Totals of the files, which files.jsonl lists, one per line. `sha256` is the checksum of that list. */
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
export const fileListName = 'files.jsonl'
export const tablePath = (name: string) => join('tables', `${name}.copy.gz`)
/**
 * Files are in folders named after their first two letters, because file systems are slow with too many files in one.
 */
export const filePath = (name: string) => join('files', name.slice(0, 2), name)

/** Milliseconds that a backup or restore waits for a file, because several come at once, maybe over a slow line. */
export const filePatience = 600_000

/** An error that the operator can do something about, so it is printed without a stack. */
export class OperatorError extends Error {}

/** Writes the manifest last, completely or not at all, so that a folder without it is a backup that was cut off. */
export async function writeManifest(folder: string, facts: Manifest): Promise<void> {
  const part = join(folder, `${manifestName}.part`)
  const handle = await open(part, 'wx', 0o600)
  await handle.writeFile(`${JSON.stringify(facts, null, 2)}\n`)
  await handle.sync()
  await handle.close()
  await syncFolder(folder)
  await rename(part, join(folder, manifestName))
  await syncFolder(folder)
}

/** Writes a folder's list of names to the disk, so that they survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: Error) => {
    if (!['ENOENT', 'ENOTDIR'].some((code) => hasErrnoCode(error, code)))
      throw new OperatorError(`${folder} can’t be read: ${error.message}`)
    throw new OperatorError(
      `${folder} holds no whole backup: ${manifestName}, which is written last, isn’t there.`,
    )
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new OperatorError(
      `${join(folder, manifestName)} can’t be read: it was changed or damaged.`,
    )
  }
}

export const parseFileListLine = (line: string): BackedUpFile => file.parse(JSON.parse(line))
