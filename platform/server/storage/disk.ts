import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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
        if (hasErrnoCode(error, 'ENOENT')) return null
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
