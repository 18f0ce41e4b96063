import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasErrnoCode, isDiskFull } from '../errno.ts'
import { StorageFullError, type Storage } from './storage.ts'

/** Stores files on disk, in folders named after the first two characters of the file names. */
export function diskStorage(root: string): Storage {
  const pathOf = (name: string) => {
    if (!/^[a-z\d][a-z\d.-]*$/i.test(name)) throw new Error('A file of this name can’t be ours.')
    return join(root, name.slice(0, 2), name)
  }
  const partOf = (path: string) => `${path}.part`

  /** Writes to a temporary file, then renames it, so that a half-written file never appears under its name. */
  async function put(name: string, write: (part: string) => Promise<void>) {
    const path = pathOf(name)
    try {
      await mkdir(dirname(path), { recursive: true })
      await write(partOf(path))
      await rename(partOf(path), path)
      await settle(dirname(path))
    } catch (error) {
      await rm(partOf(path), { force: true }).catch(() => {})
      throw isDiskFull(error) ? new StorageFullError(error) : error
    }
  }

  return {
    async write(files) {
      for (const { name, body } of files) await put(name, (part) => writeDown(part, body))
    },
    async read(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (hasErrnoCode(error, 'ENOENT')) return null
        throw error
      }
    },
    async remove(names) {
      for (const name of names) {
        await rm(pathOf(name), { force: true })
        await rm(partOf(pathOf(name)), { force: true })
      }
    },
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        (error: unknown) => {
          if (hasErrnoCode(error, 'ENOENT')) return false
          throw error
        },
      ),
    async *list() {
      const folders = await readdir(root).catch(() => [])
      for (const folder of folders) yield await readdir(join(root, folder))
    },
  }
}

async function writeDown(path: string, body: Buffer) {
  const file = await open(path, 'w', 0o640)
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs a file, or a folder with a new name in it, to disk, so that it survives a power cut. */
async function settle(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
