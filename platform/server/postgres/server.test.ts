import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './server.ts'
import { freePort, isProcessAlive } from './cluster.ts'
import { until } from '#platform/testing/until.ts'

const quiet = { info: () => {}, warn: () => {} }
const root = process.getuid?.() === 0
const folders: string[] = []
const servers: EmbeddedPostgres[] = []

async function folder(inside = '') {
  const made = await mkdtemp(join(tmpdir(), 'yolo postgres '))
  folders.push(made)
  return join(made, inside)
}

let template = ''
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'yolo postgres '))
  await (await startPostgres({ stateDir: template, log: quiet, fsync: false })).stop()
})
afterAll(() => rm(template, { recursive: true, force: true }))

/** Returns a state folder with a copy of a stopped database, because creating one takes seconds. */
async function usedFolder() {
  const state = await folder()
  const copied = spawnSync('cp', ['-a', join(template, 'postgres'), state])
  if (copied.status !== 0) throw new Error(copied.stderr.toString())
  await writeFile(join(state, 'postgres/port'), String(await freePort()))
  return state
}

async function start(stateDir: string, fsync = false) {
  const server = await startPostgres({ stateDir, log: quiet, fsync })
  servers.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<string[]> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end().catch(() => {})
  }
}

const pidOf = async (stateDir: string) =>
  Number((await readFile(join(stateDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

async function kill9(stateDir: string) {
  const pid = await pidOf(stateDir)
  process.kill(pid, 'SIGKILL')
  await until(() => !isProcessAlive(pid), `${pid} goes on.`)
  return pid
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true })
})

describe('the embedded PostgreSQL', () => {
  it('keeps what was acknowledged through kill -9 of the server, without a new start', async () => {
    const state = await usedFolder()
    const { url } = await start(state, true)
    await ask(url, 'create table kept (word text)')
    await ask(url, `insert into kept values ('pizza')`)
    const first = await kill9(state)
    const rows = await soon(() => ask(url, 'select word from kept'))
    expect(rows).toEqual(['pizza'])
    expect(await pidOf(state)).not.toBe(first)
  })

  it('starts again where it was stopped, on the same address', async () => {
    const state = await usedFolder()
    const first = await start(state)
    await ask(first.url, 'create table kept as select 1 as one')
    await first.stop()
    await expect(ask(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    const second = await start(state)
    expect(second).toMatchObject({ adopted: false, url: first.url })
    expect(await ask(second.url, 'select one from kept')).toEqual([1])
  })

  it('is stopped by the last who holds it, not by a guest', async () => {
    const state = await usedFolder()
    const starter = await start(state)
    const guest = await start(state)
    expect(guest).toMatchObject({ adopted: true, url: starter.url })
    await guest.stop()
    expect(await ask(starter.url, 'select 1')).toEqual([1])
    const heir = await start(state)
    await starter.stop()
    expect(await ask(heir.url, 'select 1')).toEqual([1])
    await heir.stop()
    await expect(ask(heir.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  it(
    'is stopped behind a process that breaks, unless another one holds it',
    { tags: 'long' },
    async () => {
      const state = await usedFolder()
      const breaking = () =>
        spawnSync(process.execPath, [
          '--input-type=module',
          '-e',
          `import { startPostgres } from ${JSON.stringify(import.meta.resolve('./server.ts'))}
        const { url } = await startPostgres({ stateDir: process.argv[1], log: console, fsync: false })
        console.log(url)
        throw new Error('broken')`,
          state,
        ])
      const held = await start(state)
      expect(breaking().status).toBe(1)
      await wait(1_500)
      expect(await ask(held.url, 'select 1')).toEqual([1])
      await held.stop()

      const { status, stdout } = breaking()
      expect(status).toBe(1)
      expect(stdout.toString().trim()).toBe(held.url)
      await soon(() => expect(ask(held.url, 'select 1')).rejects.toThrow('ECONNREFUSED'))
    },
  )

  it('is one server for all who start at once on an empty folder', { tags: 'long' }, async () => {
    const state = await folder('not made yet')
    const all = await Promise.all([start(state), start(state), start(state)])
    expect(all.filter(({ adopted }) => !adopted)).toHaveLength(1)
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect((await readdir(state)).filter((name) => name.startsWith('postgres-new'))).toEqual([])
  })

  it.each([
    [
      'of a process that is someone else now',
      () => `${process.pid}\n/elsewhere\n1\n5432\n\n\n\nready\n`,
    ],
    ['of a process that is gone', () => `4194303\n/elsewhere\n1\n5432\n\n\n\nready\n`],
    ['that is empty', () => ''],
  ])('starts over a pid file %s', async (_, left) => {
    const state = await usedFolder()
    await writeFile(join(state, 'postgres/data/postmaster.pid'), left())
    const { url } = await start(state)
    expect(await ask(url, 'select 1')).toEqual([1])
  })

  it('takes another port when its own is taken', { tags: 'long' }, async () => {
    const state = await usedFolder()
    const other = await start(await usedFolder())
    await writeFile(join(state, 'postgres/port'), new URL(other.url).port)
    const { url } = await start(state)
    expect(new URL(url).port).not.toBe(new URL(other.url).port)
    expect(await ask(url, 'select 1')).toEqual([1])
  })

  it('gives a clear reason when it can not start', async () => {
    const state = await usedFolder()
    await writeFile(join(state, 'postgres/data/postgresql.conf'), 'nonsense = 1\n')
    await expect(start(state)).rejects.toThrow(/does not start: .*nonsense/s)
  })

  it('lets nobody in without the password, and nobody read it', async () => {
    const state = await usedFolder()
    const { url } = await start(state)
    await expect(ask(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password')
    expect((await stat(join(state, 'postgres/password'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(state, 'postgres/data'))).mode & 0o777).toBe(0o700)
  })

  it('sorts and folds letters of every language, with checksums and with writes made durable', async () => {
    const { url } = await start(await folder(), true)
    const settings = `select current_setting(name) from unnest(array['data_checksums', 'fsync', 'full_page_writes', 'server_encoding', 'listen_addresses', 'unix_socket_directories']) name`
    expect(await ask(url, settings)).toEqual(['on', 'on', 'on', 'UTF8', '127.0.0.1', ''])
    expect(await ask(url, `select lower('CAFÉ ΣΊΤΑ')`)).toEqual(['café σίτα'])
  })

  it.runIf(root)(
    'works for root inside a folder closed to all others',
    { tags: 'long' },
    async () => {
      const state = await folder('a/b')
      await mkdir(join(state, '..'), { mode: 0o700 })
      const first = await start(state)
      expect((await stat(join(state, 'postgres/data'))).uid).not.toBe(0)
      await ask(first.url, 'create table kept as select 1 as one')
      await first.stop()
      const { url } = await start(state)
      expect(await ask(url, 'select one from kept')).toEqual([1])
    },
  )
})

async function soon<T>(attempt: () => Promise<T>): Promise<T> {
  const { value } = await until(
    () =>
      attempt().then(
        (value) => ({ value }),
        () => null,
      ),
    'It never came right.',
  )
  return value
}
