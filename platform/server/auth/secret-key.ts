import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns 32 random bytes, created on first use. They are stored in a file of the state directory and never in the
 * database, so that a database dump alone isn't enough to attack hashes made with the key.
 */
export async function secretKey(stateDir: string, name: string): Promise<Buffer> {
  const path = join(stateDir, `${name}.key`)
  const found = await readFile(path).catch(() => null)
  if (found) return found
  await mkdir(stateDir, { recursive: true })
  const unfinished = join(stateDir, `.${crypto.randomUUID()}`)
  await writeFile(unfinished, randomBytes(32), { mode: 0o600, flush: true })
  // If two processes create the key at once, the second one uses the first one's.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(unfinished)
  return readFile(path)
}
