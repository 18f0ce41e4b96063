import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { features } from '#app/features.ts'
import { collectFeatureRules, type Feature } from '#platform/server/feature.ts'
import { launchCommand } from '#platform/testing/process.ts'

const all = collectFeatureRules(features)
const commands = Object.values<Feature>(features).flatMap((one) => [
  ...(one.commands ?? []),
  ...(one.siteCommands?.(all) ?? []),
])

let folder: string
const server = new pg.Client({ connectionString: inject('postgresUrl') })
const name = `command_${randomBytes(6).toString('hex')}`
const url = new URL(inject('postgresUrl'))
url.pathname = `/${name}`
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yolo-command-'))
  await server.connect()
  await server.query(`create database ${name}`)
})
afterAll(async () => {
  await server.query(`drop database ${name}`)
  await server.end()
  await rm(folder, { recursive: true })
})

async function run(args: string[], env: Record<string, string>, largestFile = 0) {
  const command = launchCommand(args, env, { largestFile })
  await expect.poll(command.ended, { timeout: 50_000, interval: 20 }).toBe(true)
  return { code: await command.end('SIGTERM'), said: command.output() }
}

it('only what puts something into a site may begin one', () => {
  const begin = ['restore /b', 'import-places a.pbf', 'user make 514', 'map install a.pmtiles']
  const need = [
    'user unmake 514',
    'user password 514',
    'user rename 1007 make',
    'user delete 7',
    'map show',
  ]
  const dry = 'import-places --dry-run a.pbf'
  const found = [...commands.map((one) => one.name), ...begin, ...need, dry].filter((line) => {
    const [first, ...args] = line.split(' ')
    return commands.find((one) => one.name === first)!.mayBegin?.(args)
  })
  expect(found.toSorted()).toEqual(['import-places', 'restore', ...begin].toSorted())
})

it.each([['backup'], ['user', 'password', '514']])(
  '%s refuses a state folder without a site, and makes nothing',
  async (...args) => {
    const [state, backup] = [join(folder, 'none'), join(folder, 'backup')]
    const rest = args[0] === 'backup' ? [backup] : []
    expect(await run([...args, ...rest], { STATE_DIR: state, DATABASE_URL: '' })).toEqual({
      code: 2,
      said: `There is no site in ${state}. Set STATE_DIR and DATABASE_URL as the service has them.\n`,
    })
    expect([state, backup].filter((path) => existsSync(path))).toEqual([])
  },
)

it('a command refuses a database without a site, one that may begin it says so, and a backup what it read', async () => {
  const env = { STATE_DIR: join(folder, 'state'), DATABASE_URL: url.href }
  expect(await run(['check'], env)).toEqual({
    code: 2,
    said: 'There is no site in the database of DATABASE_URL. Set STATE_DIR and DATABASE_URL as the service has them.\n',
  })
  const inside = new pg.Client({ connectionString: url.href })
  await inside.connect()
  const tables = await inside.query(`select relname from pg_class where relname = 'migrations'`)
  await inside.end()
  expect(tables.rows).toEqual([])

  const made = await run(['user', 'make', '514', '--email', 'boss@example.com'], env)
  const lines = made.said.split('\n')
  expect([made.code, lines[0]]).toEqual([0, 'Made a new site in the database of DATABASE_URL.'])
  expect(lines[1]).toMatch(/^User 514, /)

  const bucket = { PHOTO_STORE: 's3://pictures', S3_ENDPOINT: 'http://127.0.0.1:9' }
  const key = { S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
  expect(await run(['map', 'show'], { ...env, ...bucket, ...key })).toEqual({
    code: 2,
    said: expect.stringMatching(/^The store of files is away: .*ECONNREFUSED.*\n$/),
  })

  const backup = await run(['backup', join(folder, 'backup')], env)
  expect(backup).toEqual({ code: 0, said: expect.stringMatching(/^Backed up: /) })
  expect(backup.said).toContain(`\nRead from the database ${name} on ${url.hostname}: 1 member.\n`)

  const full = await run(['backup', join(folder, 'full')], env, 1)
  expect(full).toEqual({ code: 2, said: expect.stringMatching(/^EFBIG: file too large, write\n$/) })
})

it(
  'a database that takes connections and stays silent ends a command with a sentence',
  { tags: 'long', timeout: 90_000 },
  async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const env = {
      STATE_DIR: join(folder, 'silent'),
      DATABASE_URL: `postgres://u@127.0.0.1:${port}/d`,
    }
    expect(await run(['check'], env)).toEqual({
      code: 2,
      said: expect.stringMatching(/^The database of DATABASE_URL can’t be used: .*timeout.*\n$/),
    })
    silent.close()
  },
)
