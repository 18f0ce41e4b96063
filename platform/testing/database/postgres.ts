import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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

/** Vitest's globalSetup. Starts one throwaway PostgreSQL server for the whole run. */
export default async function setup(project: TestProject) {
  await sweep()
  const stateDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const server = await startPostgres({ stateDir, log, fsync: false })
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** Stops and deletes the servers of earlier runs that were killed before they could clean up. */
async function sweep() {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) && Number(name.slice(prefix.length).split('-')[0])
    if (!pid || isRunning(pid)) continue
    const stateDir = join(tmpdir(), name)
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
