import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { S3Settings, Settings } from '../settings.ts'

export type NewFile = { name: string; type: string; body: Buffer }

/**
 * Stores files under names that we choose (letters, digits, dots and dashes). A name is written only once, and a file
 * is stored completely or not at all.
 */
export type Storage = {
  /** Writes files one after the other. Throws StorageFullError if the disk is full, and leaves nothing of that file. */
  write(files: NewFile[]): Promise<void>
  /** Returns the content of a file, or null if it doesn't exist. */
  read(name: string): Promise<Buffer | null>
  /** Removes files, including remains of interrupted writes. Files that don't exist are ignored. */
  remove(names: string[]): Promise<void>
  /** Yields all names in batches, including remains of interrupted writes. */
  list(): AsyncIterable<string[]>
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code

/** Returns whether a file couldn't be written because the disk or a quota is full or the file is too large. */
export const isDiskFull = (error: unknown) => /^(ENOSPC|EDQUOT|EFBIG)$/.test(String(codeOf(error)))

export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super('There is no room left for files.', { cause })
  }
}

/** Thrown if the store doesn't answer in time, refuses us or is out of order, so that we should try again later. */
export class StorageUnavailableError extends Error {
  constructor(reason: string) {
    super(`The store of files is away: ${reason}`)
  }
}

/**
 * Opens the storage that the settings choose. `kind` is the folder of its files, on disk or in the bucket. `patience` is
 * in milliseconds (see `bucketStorage`); a disk isn't given up.
 */
export const openStorage = ({ stateDir, s3 }: Settings, kind: string, patience?: number): Storage =>
  s3 ? lazyBucket(s3, kind, patience) : diskStorage(join(stateDir, kind))

/** The S3 SDK is large, so it is only loaded when it is first needed. */
function lazyBucket(s3: S3Settings, kind: string, patience?: number): Storage {
  let opened: Promise<Storage> | undefined
  const bucket = () =>
    (opened ??= import('./s3.ts').then((it) => it.bucketStorage(s3, kind, patience)))
  return {
    write: async (files) => (await bucket()).write(files),
    read: async (name) => (await bucket()).read(name),
    remove: async (names) => (await bucket()).remove(names),
    async *list() {
      yield* (await bucket()).list()
    },
  }
}

/** Stores files on disk, in folders named after the first two characters of the file names. */
function diskStorage(root: string): Storage {
  const pathOf = (name: string) => {
    if (!/^[a-z\d][a-z\d.-]*$/i.test(name)) throw new Error('A file of this name can’t be ours.')
    return join(root, name.slice(0, 2), name)
  }
  const partOf = (path: string) => `${path}.part`

  return {
    async write(files) {
      for (const { name, body } of files) {
        const path = pathOf(name)
        // Renamed once complete, so that a half-written file never appears under its name.
        try {
          await mkdir(dirname(path), { recursive: true })
          await writeFile(partOf(path), body, { mode: 0o640, flush: true })
          await rename(partOf(path), path)
        } catch (error) {
          await rm(partOf(path), { force: true }).catch(() => {})
          throw isDiskFull(error) ? new StorageFullError(error) : error
        }
      }
    },
    async read(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    async remove(names) {
      for (const path of names.map(pathOf))
        for (const each of [path, partOf(path)]) await rm(each, { force: true })
    },
    async *list() {
      const folders = await readdir(root).catch(() => [])
      for (const folder of folders) yield await readdir(join(root, folder))
    },
  }
}
