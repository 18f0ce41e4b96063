import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { launchSite, startSite } from '#platform/testing/process.ts'

/** Creates an empty state folder, which is deleted after the test file. */
export async function stateFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'yolo-cut-off-'))
  onFileEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the process ID and URL of a state folder's PostgreSQL, or null if it isn't running. */
export async function postgresOf(stateDir: string) {
  const kept = (name: string) =>
    readFile(join(stateDir, 'postgres', name), 'utf8').catch(() => undefined)
  const lines = (await kept('data/postmaster.pid'))?.split('\n')
  if (!lines?.[3]) return null
  const url = `postgres://yolo:${(await kept('password'))?.trim()}@127.0.0.1:${lines[3]}/yolo`
  return { pid: Number(lines[0]), url }
}

export const begins = async (stateDir: string) => Boolean(await postgresOf(stateDir))

/** Returns a function that checks whether a transaction is currently writing to this table. */
export const isWritten = (table: string) => async (stateDir: string) => {
  const postgres = await postgresOf(stateDir)
  if (!postgres) return false
  const client = new Client({ connectionString: postgres.url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_locks where relation = to_regclass($1) and mode = 'RowExclusiveLock'`,
      [table],
    )
    return rowCount! > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Interrupts a first start with a signal as soon as `is` returns true. Checks that nothing is left running and that the
 * next start works.
 */
export async function cutOff(
  signal: 'SIGINT' | 'SIGTERM',
  is: (stateDir: string) => Promise<boolean>,
  demo: '0' | '1',
) {
  const stateDir = await stateFolder()
  const env = { STATE_DIR: stateDir, DEMO: demo }
  const cut = launchSite(env)
  await expect.poll(() => is(stateDir), { timeout: 90_000, interval: 5 }).toBe(true)
  const { pid } = (await postgresOf(stateDir))!
  expect(await cut.end(signal)).toBe(0)
  expect(cut.output()).not.toMatch(/Yolo is at|Error/)
  expect(isAlive(pid)).toBe(false)
  expect(await postgresOf(stateDir)).toBeNull()

  const again = await startSite(env)
  const { body } = await again.get('/api/yolos?category=3')
  expect(body.top.length > 0).toBe(demo === '1')
  expect(await again.end(signal)).toBe(0)
  expect(await postgresOf(stateDir)).toBeNull()
}
