import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '#platform/server/errno.ts'

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** SHA-256 of its rows as COPY writes them, by primary key. */
  sha256: z.string(),
})
export type TableKept = z.infer<typeof table>

const file = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
export type FileKept = z.infer<typeof file>

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Name and checksum of each migration that the database had. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  leftOut: z.record(z.string(), z.string()),
  /** Their names stand in files.jsonl, a line each. */
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
export const fileListName = 'files.jsonl'
export const tablePath = (name: string) => join('tables', `${name}.copy.gz`)
/** In folders by their first two letters: file systems slow down otherwise. */
export const filePath = (name: string) => join('files', name.slice(0, 2), name)

/** What a person can do something about: said without a stack. */
export class Mistake extends Error {}

/** Written last, and whole or not at all: a folder without it is a backup that was cut off. */
export async function writeManifest(folder: string, facts: Manifest): Promise<void> {
  const part = join(folder, `${manifestName}.part`)
  const handle = await open(part, 'wx', 0o600)
  await handle.writeFile(`${JSON.stringify(facts, null, 2)}\n`)
  await handle.sync()
  await handle.close()
  await settle(folder)
  await rename(part, join(folder, manifestName))
  await settle(folder)
}

/** Makes the names in a folder outlive a power cut. */
export async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    throw new Mistake(
      `${folder} holds no whole backup: ${manifestName}, which is written last, isn’t there.`,
    )
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new Mistake(`${join(folder, manifestName)} can’t be read: it was changed or damaged.`)
  }
}

export const readFileKept = (line: string): FileKept => file.parse(JSON.parse(line))
