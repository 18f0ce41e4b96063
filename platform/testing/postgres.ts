import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/server/postgres/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for this run; its databases and all it wrote are gone afterwards. */
    postgresUrl: string
  }
}

const log = { info: () => {}, warn: console.warn }
const prefix = 'yolo-tests-'

/** Vitest's globalSetup: one throwaway server for the whole run. */
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

/** A run that was killed could not clean up behind itself. */
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
