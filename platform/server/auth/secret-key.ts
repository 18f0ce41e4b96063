import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** 32 random bytes kept in a file of the state directory: never in the database, so that a dump of it opens no hash. */
export async function secretKey(stateDir: string, name: string): Promise<Buffer> {
  const path = join(stateDir, `${name}.key`)
  const kept = () => readFile(path).catch(() => null)
  const found = await kept()
  if (found) return found
  await mkdir(stateDir, { recursive: true })
  const unfinished = join(stateDir, `.${crypto.randomUUID()}`)
  await writeFile(unfinished, randomBytes(32), { mode: 0o600, flush: true })
  // Of two processes that start at once, the second takes the first's.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(unfinished)
  return readFile(path)
}
