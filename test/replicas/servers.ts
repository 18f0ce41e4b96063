import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { spawnUserOptions } from '#platform/server/postgres/account.ts'
import { type Cluster, freePort, openCluster } from '#platform/server/postgres/cluster.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { until } from '#platform/testing/until.ts'

export type Server = {
  port: number
  /** Returns the URL of a database on this server. `of` is a URL of the same database on another server. */
  url(of?: string): string
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  start(): Promise<void>
  /** Stops the server. SIGINT does so in an orderly way, SIGQUIT at once, as if its machine had failed. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /**
   * Suspends or resumes the server and its child processes. A suspended server accepts connections but never responds.
   */
  freeze(frozen: boolean): void
  /** Makes the server replicate `primary`: at once if it is running, otherwise from its next start. */
  follow(primary: Server): Promise<void>
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  // These tests don't depend on whether acknowledged writes have reached the disk.
  fsync: 'off',
  wal_retrieve_retry_interval: '100ms',
  max_wal_size: '1GB',
  jit: 'off',
}

/**
 * Starts a primary and this many replicas. They are deleted after the test file, once everything that uses them has
 * ended.
 */
export async function startServers(replicas: number): Promise<[Server, ...Server[]]> {
  const stateDir = await mkdtemp(join(tmpdir(), 'yolo-replicas-'))
  const running: Server[] = []
  onFileEnd(async () => {
    for (const one of running) await one.stop('SIGQUIT')
    await rm(stateDir, { recursive: true, force: true })
  })
  const cluster = await openCluster(stateDir, false)
  // The embedded server comes without pg_basebackup, so copy its data folder before its first start.
  const folders = [cluster.data]
  for (let n = 1; n <= replicas; n++) {
    const folder = join(cluster.folder, `replica-${n}`)
    const { status, stderr } = spawnSync('cp', ['-a', cluster.data, folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    folders.push(folder)
  }
  const [primary, ...others] = await Promise.all(folders.map((data) => serverOf(cluster, data)))
  running.push(primary!, ...others)
  await primary!.start()
  for (const one of others) {
    await one.follow(primary!)
    await one.start()
  }
  return [primary!, ...others]
}

async function serverOf(cluster: Cluster, data: string): Promise<Server> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const url = (of = 'postgres://x/postgres') => {
    const address = new URL(of)
    address.host = `127.0.0.1:${port}`
    address.username = 'yolo'
    address.password = cluster.password
    return address.href
  }
  async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url(), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const conninfo = (to: Server) =>
    `host=127.0.0.1 port=${to.port} user=yolo password=${cluster.password} application_name=replica-${port}`

  return {
    port,
    url,
    query,
    async start() {
      const options = Object.entries({ ...settings, port })
      const said: string[] = []
      const started = spawn(
        cluster.binaries.postgres,
        ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...spawnUserOptions(cluster.account), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
      )
      child = started
      started.stderr.on('data', (text: Buffer) => said.push(text.toString()))
      await until(() => {
        if (started.exitCode !== null) throw new Error(`The server ended: ${said.join('')}`)
        return query('select 1').catch(() => undefined)
      }, 'The server did not start.')
    },
    async stop(signal = 'SIGINT') {
      const stopped = child
      child = undefined
      if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return
      const ended = once(stopped, 'exit')
      stopped.kill(signal)
      await ended
    },
    freeze(frozen) {
      for (const pid of [child!.pid!, ...childrenOf(child!.pid!)])
        process.kill(pid, frozen ? 'SIGSTOP' : 'SIGCONT')
    },
    async follow(primary) {
      if (child) {
        await query(`alter system set primary_conninfo = '${conninfo(primary)}'`)
        await query('select pg_reload_conf()')
        return
      }
      const lines = `primary_conninfo = '${conninfo(primary)}'\n`
      const files = { 'standby.signal': '', 'postgresql.auto.conf': lines }
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(data, name), text)
        const { uid, gid } = { uid: cluster.account?.uid, gid: cluster.account?.gid }
        if (uid !== undefined) spawnSync('chown', [`${uid}:${gid}`, join(data, name)])
      }
    },
  }
}

/** Returns the ids of a process's children, on Linux without `ps`, which a bare machine doesn't have. */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], {
      encoding: 'utf8',
    })
    return stdout.trim().split(/\s+/).map(Number)
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    // The name in parentheses can contain spaces. State and parent follow it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
  } catch {
    return undefined
  }
}
