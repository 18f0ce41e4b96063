import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/server/postgres/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test run's PostgreSQL server, which is deleted with all its data afterwards. */
    postgresUrl: string
  }
}

const log = { info: () => {}, warn: console.warn }
const prefix = 'yolo-tests-'

const inMemory = '/dev/shm'
const roomNeeded = 6 * 2 ** 30

/**
 * Returns the folder for the server's files: one in memory if there is plenty, because each test file creates and
 * deletes a database of a thousand files.
 */
async function folder(): Promise<string> {
  const stats = await statfs(inMemory).catch(() => null)
  return stats && stats.bavail * stats.bsize > roomNeeded && freemem() > 2 * roomNeeded
    ? inMemory
    : tmpdir()
}

/** Vitest's globalSetup. Starts one throwaway PostgreSQL server for the whole run. */
export default async function setup(project: TestProject) {
  await sweep(tmpdir())
  await sweep(inMemory)
  const stateDir = await mkdtemp(join(await folder(), `${prefix}${process.pid}-`))
  const server = await startPostgres({ stateDir, log, fsync: false })
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** Stops and deletes the servers of earlier runs that were killed before they could clean up. */
async function sweep(parent: string) {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = name.startsWith(prefix) && Number(name.slice(prefix.length).split('-')[0])
    if (!pid || isRunning(pid)) continue
    const stateDir = join(parent, name)
    const left = await startPostgres({ stateDir, log, fsync: false }).catch(() => undefined)
    await left?.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
