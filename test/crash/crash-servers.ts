import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { freePort, startPostgres } from '#platform/server/postgres/server.ts'

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
  let held: Awaited<ReturnType<typeof startPostgres>> | undefined
  const release = async () => {
    await held?.stop()
    held = undefined
  }
  return {
    env: { STATE_DIR: stateDir },
    async url() {
      held ??= await startPostgres({ stateDir, log })
      return held.url
    },
    release,
    crash: () => process.kill(postmasterOf(join(stateDir, 'postgres/data')), 'SIGKILL'),
    stop: release,
  }
}

/** A second embedded server that the test keeps running. To the site it looks like a server on another machine. */
export async function byUrl(folder: string): Promise<CrashServer> {
  const stateDir = join(folder, 'database')
  const held = await startPostgres({ stateDir, log })
  return {
    env: { STATE_DIR: join(folder, 'site'), DATABASE_URL: held.url },
    url: async () => up(held.url),
    release: async () => {},
    crash: () => process.kill(postmasterOf(join(stateDir, 'postgres/data')), 'SIGKILL'),
    stop: () => held.stop(),
  }
}

const debian = '/usr/lib/postgresql'

/** Debian's PostgreSQL. Returns null if it isn't installed. */
export async function ofDebian(folder: string): Promise<CrashServer | null> {
  const version = existsSync(debian) ? readdirSync(debian).sort().at(-1) : undefined
  if (!version) return null
  const bin = join(debian, version, 'bin')
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const root = process.getuid?.() === 0
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const account = root ? { uid: id('-u'), gid: id('-g') } : {}
  mkdirSync(folder, { recursive: true })
  // By default, other users can't access a temporary folder.
  chmodSync(dirname(folder), 0o755)
  if (root) chownSync(folder, account.uid!, account.gid!)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...account, cwd: '/', stdio: 'ignore' })
  const port = await freePort()
  const start = () =>
    run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`
  run('initdb', '-D', data, '-U', 'yolo', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  start()
  let running = true
  const url = `postgres://yolo@127.0.0.1:${port}/postgres`
  return {
    env: { STATE_DIR: join(folder, 'site'), DATABASE_URL: url },
    async url() {
      // A restart fails for a moment, until the child processes of the killed server have released its shared memory.
      await expect.poll(() => running || restarted(start)).toBe(true)
      running = true
      return up(url)
    },
    release: async () => {},
    crash() {
      process.kill(postmasterOf(data), 'SIGKILL')
      running = false
    },
    async stop() {
      if (running) run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    },
  }
}

function restarted(start: () => void): boolean {
  try {
    start()
    return true
  } catch {
    return false
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
