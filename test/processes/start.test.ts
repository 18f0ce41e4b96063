import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { launchCommand, launchSite, startSite } from '#platform/testing/process.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** The postmaster.pid of a state folder's PostgreSQL; null before it has started. */
async function postgresOf(stateDir: string) {
  const kept = (name: string) =>
    readFile(join(stateDir, 'postgres', name), 'utf8').catch(() => undefined)
  const lines = (await kept('data/postmaster.pid'))?.split('\n')
  if (!lines?.[3]) return null
  const url = `postgres://yolo:${(await kept('password'))?.trim()}@127.0.0.1:${lines[3]}/yolo`
  return { pid: Number(lines[0]), url }
}

const begins = async (stateDir: string) => Boolean(await postgresOf(stateDir))

/** A transaction is writing to a table. */
const isWritten = (table: string) => async (stateDir: string) => {
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

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.each([
  ['while PostgreSQL begins', 'SIGINT', begins, '0'],
  ['while the demo is filled in', 'SIGTERM', isWritten('yolos'), '1'],
] as const)(
  'a first start cut off %s leaves nothing running, and the next one works',
  { timeout: 240_000 },
  async (_, signal, is, demo) => {
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-cut-off-'))
    folders.push(stateDir)
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
  },
)

it(
  'an import cut off by Ctrl-C stops the database that it started',
  { timeout: 240_000 },
  async () => {
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-cut-off-'))
    folders.push(stateDir)
    const file = join(stateDir, 'places.json')
    const elements = Array.from({ length: 40_000 }, (_, id) => ({
      type: 'node',
      id: id + 1,
      lat: 44.9 + (id % 200) / 1000,
      lon: -93.2 - Math.floor(id / 200) / 1000,
      tags: { amenity: 'restaurant', name: `Number ${id}` },
    }))
    await writeFile(file, JSON.stringify({ elements }))
    const cut = launchCommand(['import-places', file], { STATE_DIR: stateDir })
    await expect
      .poll(() => isWritten('restaurants')(stateDir), { timeout: 90_000, interval: 5 })
      .toBe(true)
    const { pid } = (await postgresOf(stateDir))!
    expect(await cut.end('SIGINT')).toBe(130)
    expect(cut.output()).not.toMatch(/Error|    at /)
    expect(isAlive(pid)).toBe(false)
  },
)
