import { join } from 'node:path'
import type { Settings } from '../settings.ts'

/**
 * Keeps files under names of ours (letters, digits, dot and dash). A name is written once; what is
 * acknowledged is there whole, or not at all.
 */
export type Storage = {
  /** Throws StorageFull where there is no room; nothing of the file is left then. */
  write(name: string, body: Buffer, type: string): Promise<void>
  /** null where there is no such file. */
  read(name: string): Promise<Buffer | null>
  /** The bytes from one place to another, both in it; null where there is no such file. */
  readPart(name: string, from: number, to: number): Promise<Buffer | null>
  /** A file of this machine, which may be larger than memory. */
  writeFile(name: string, path: string, type: string): Promise<void>
  /** What isn't there is no error; the remains of a broken-off write go too. */
  remove(names: string[]): Promise<void>
  has(name: string): Promise<boolean>
  /** Every name there is, the remains of broken-off writes too, a batch at a time. */
  list(): AsyncIterable<string[]>
}

export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('There is no room left for files.', { cause })
  }
}

/** `kind` is the folder of these files, on the disk or in the bucket. */
export function openStorage({ stateDir, s3 }: Settings, kind: string): Storage {
  if (!s3) {
    const opened = import('./disk.ts').then(({ onDisk }) => onDisk(join(stateDir, kind)))
    return later(opened)
  }
  // The SDK is large: it is loaded where it is asked for only.
  return later(import('./s3.ts').then(({ inBucket }) => inBucket(s3, kind)))
}

function later(opened: Promise<Storage>): Storage {
  opened.catch(() => {})
  return {
    write: async (...all) => (await opened).write(...all),
    read: async (name) => (await opened).read(name),
    readPart: async (...all) => (await opened).readPart(...all),
    writeFile: async (...all) => (await opened).writeFile(...all),
    remove: async (names) => (await opened).remove(names),
    has: async (name) => (await opened).has(name),
    async *list() {
      yield* (await opened).list()
    },
  }
}
