import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { launchSite, startSite } from '#platform/testing/process.ts'

/** A state folder that nothing has been in; gone after the file of tests. */
export async function stateFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'yolo-cut-off-'))
  onFileEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The postmaster.pid of a state folder's PostgreSQL; null before it has started. */
export async function postgresOf(stateDir: string) {
  const kept = (name: string) =>
    readFile(join(stateDir, 'postgres', name), 'utf8').catch(() => undefined)
  const lines = (await kept('data/postmaster.pid'))?.split('\n')
  if (!lines?.[3]) return null
  const url = `postgres://yolo:${(await kept('password'))?.trim()}@127.0.0.1:${lines[3]}/yolo`
  return { pid: Number(lines[0]), url }
}

export const begins = async (stateDir: string) => Boolean(await postgresOf(stateDir))

/** A transaction is writing to a table. */
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

/** Cuts a first start off by a signal once `is` holds: nothing is left running, and the next one works. */
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
