import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../platform/server/database/migrate.ts'
import { isProcessAlive } from '../platform/server/postgres/cluster.ts'
import { startPostgres } from '../platform/server/postgres/server.ts'
import { fill, markOf, type Size } from './data.ts'

export type Ground = { url: string; stateDir: string; isKept: boolean; close(): Promise<void> }

const markFile = 'bench.json'
const log = { info: () => {}, warn: console.warn }

/**
 * Opens a database with the bench's data. In a folder, the data are made once per size and schema, and each run gets
 * its own copy, so that what it writes doesn't affect the next run. Without a size the database is empty.
 */
export async function openGround(size: Size | null, folder?: string): Promise<Ground> {
  const stateDir = folder ?? (await mkdtemp(join(tmpdir(), 'yolo-bench-')))
  if (folder) await ours(folder)
  const server = await startPostgres({ stateDir, log })
  const run = `bench_${process.pid}`
  const close = async () => {
    if (folder) await asked(server.url, `drop database if exists ${run} with (force)`)
    await server.stop()
    if (!folder) await rm(stateDir, { recursive: true, force: true })
  }
  try {
    const wanted = JSON.stringify({ ...size, mark: size && (await markOf(size)) })
    const path = join(stateDir, markFile)
    const isThere = (await readFile(path, 'utf8').catch(() => '')) === wanted
    if (!isThere) {
      if (folder) await writeFile(path, '')
      await remake(server.url)
      await migrate(server.url)
      if (size) await fill(server.url, size)
      await writeFile(path, wanted)
    }
    await sweep(server.url)
    if (!folder) return { url: server.url, stateDir, isKept: false, close }
    await asked(
      server.url,
      `create database ${run} template ${nameOf(server.url)} strategy file_copy`,
    )
    return { url: within(server.url, run), stateDir, isKept: isThere, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws if the folder contains something else, such as the state of a site. */
async function ours(folder: string) {
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  if (names.includes(markFile)) return
  if (names.length > 0)
    throw new Error(`${folder} holds something else: name an empty folder, or one of the bench.`)
  await writeFile(join(folder, markFile), '')
}

/** Runs a statement from another database, because no one may be connected to a database that is copied or dropped. */
async function asked(url: string, statement: string) {
  const client = new pg.Client({ connectionString: within(url, 'postgres') })
  await client.connect()
  return client.query<{ name: string }>(statement).finally(() => client.end())
}

/** Drops the copies that interrupted runs left behind. */
async function sweep(url: string) {
  const all = `select datname as name from pg_database where datname ~ '^bench_[0-9]+$'`
  for (const { name } of (await asked(url, all)).rows)
    if (!isProcessAlive(Number(name.slice('bench_'.length))))
      await asked(url, `drop database if exists ${name} with (force)`)
}

async function remake(url: string) {
  await asked(url, `drop database if exists ${nameOf(url)} with (force)`)
  await asked(url, `create database ${nameOf(url)}`)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function within(url: string, database: string) {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
