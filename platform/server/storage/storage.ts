import { join } from 'node:path'
import type { Settings } from '../settings.ts'

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
export function openStorage({ stateDir, s3 }: Settings, kind: string, patience?: number): Storage {
  if (!s3) {
    const opened = import('./disk.ts').then(({ diskStorage }) => diskStorage(join(stateDir, kind)))
    return later(opened)
  }
  // The S3 SDK is large, so it is only loaded if the settings choose it.
  return later(import('./s3.ts').then(({ bucketStorage }) => bucketStorage(s3, kind, patience)))
}

function later(opened: Promise<Storage>): Storage {
  opened.catch(() => {})
  return {
    write: async (files) => (await opened).write(files),
    read: async (name) => (await opened).read(name),
    remove: async (names) => (await opened).remove(names),
    async *list() {
      yield* (await opened).list()
    },
  }
}
