import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { until } from '#platform/testing/until.ts'
import { type EmbeddedPostgres, startPostgres } from './server.ts'

const stateDir = await mkdtemp(join(tmpdir(), 'yolo postgres '))
const servers: EmbeddedPostgres[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

async function start() {
  const server = await startPostgres({ stateDir, log: { warn() {} } })
  servers.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end().catch(() => {})
  }
}

const pidFile = join(stateDir, 'postgres/data/postmaster.pid')
const killServer = async () =>
  process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL')

it('is created, sorts letters of every language, and only admits the password', async () => {
  const { url } = await start()
  expect(await ask(url, `select lower('CAFÉ ΣΊΤΑ'), current_setting('data_checksums')`)).toEqual([
    'café σίτα',
    'on',
  ])
  await expect(ask(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password')
  const data = await stat(join(stateDir, 'postgres/data'))
  expect(data.mode & 0o777).toBe(0o700)
  if (process.getuid?.() === 0) expect(data.uid).not.toBe(0)
})

it('is shared by processes, and stopped by the last one', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect(second!.url).toBe(first!.url)
  await first!.stop()
  expect(await ask(second!.url, 'select 1')).toEqual([1])
  await second!.stop()
  await expect(ask(second!.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

it('F1 is started again after kill -9, and keeps what was acknowledged', async () => {
  const { url } = await start()
  await ask(url, `create table stored as select 'pizza' as word`)
  await killServer()
  const words = await until(
    () => ask(url, 'select word from stored').catch(() => null),
    'It is gone.',
  )
  expect(words).toEqual(['pizza'])
})

it('starts over a pid file of another program', async () => {
  await writeFile(pidFile, `${process.pid}\n/elsewhere\n1\n5432\n\n\n\nready\n`)
  const { url } = await start()
  expect(await ask(url, 'select 1')).toEqual([1])
})

it('says why it can’t start', async () => {
  const file = join(stateDir, 'postgres/data/postgresql.conf')
  const before = await readFile(file)
  await writeFile(file, 'nonsense = 1\n')
  await expect(start()).rejects.toThrow(/does not start: .*nonsense/s)
  await writeFile(file, before)
})
