import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { startPostgres } from '#platform/server/postgres/server.ts'

const log = { info: () => {}, warn: () => {} }

/** A PostgreSQL server that the crash test (docs/safety.md, F1) may kill. */
export type CrashServer = {
  /** Environment variables that make the site use this server. */
  env: Record<string, string>
  /** Returns the server's URL. Waits until it is up again after a crash. */
  url(): Promise<string>
  /** Stops the server if `url` started it. */
  release(): Promise<void>
  crash(): void
  stop(): Promise<void>
}

const postmasterOf = (data: string) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The site's own embedded server, which the site starts and restarts itself. */
export function embedded(stateDir: string): CrashServer {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  const release = async () => {
    await postgres?.stop()
    postgres = undefined
  }
  return {
    env: { STATE_DIR: stateDir },
    async url() {
      postgres ??= await startPostgres({ stateDir, log })
      return postgres.url
    },
    release,
    crash: () => process.kill(postmasterOf(join(stateDir, 'postgres/data')), 'SIGKILL'),
    stop: release,
  }
}

/** A second embedded server that the test keeps running. To the site it looks like a server on another machine. */
export async function byUrl(folder: string): Promise<CrashServer> {
  const stateDir = join(folder, 'database')
  const postgres = await startPostgres({ stateDir, log })
  return {
    env: { STATE_DIR: join(folder, 'site'), DATABASE_URL: postgres.url },
    url: async () => up(postgres.url),
    release: async () => {},
    crash: () => process.kill(postmasterOf(join(stateDir, 'postgres/data')), 'SIGKILL'),
    stop: () => postgres.stop(),
  }
}

/** Waits until the server accepts connections, and returns its URL. */
async function up(url: string): Promise<string> {
  const answers = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
  await expect.poll(answers, { timeout: 60_000 }).toBe(true)
  return url
}
