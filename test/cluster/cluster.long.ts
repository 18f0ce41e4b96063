import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabase, openPool } from '#platform/server/database/database.ts'
import { openLog } from '#platform/server/log.ts'
import { findServerUser } from '#platform/server/postgres/binaries.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'
import { findLosses, prepareWorld, write, type Acknowledged } from '../crash/crash.ts'

// Three machines on loopback run deploy/cluster. The test installs nothing, but names the packages that are missing.
const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}
const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
if (missing.length > 0)
  console.warn(`The cluster test can't run without Debian's ${missing.join(', ')}`)

/** How long writes may pause while another machine takes over, in milliseconds. 7 to 10 s are usual. */
const longestPause = 20_000
const machines = { one: '127.0.0.11', two: '127.0.0.12', three: '127.0.0.13' }
type Name = keyof typeof machines
type Member = { name: Name; role: string; state: string; lag?: number | string }
type Values = NodeJS.Dict<string>
const proxy = '127.0.0.10'

it.skipIf(missing.length > 0)(
  'F1 a cluster loses no acknowledged write while its leader is killed three times',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yolo-cluster-'))
    const cluster = await startCluster(folder)
    try {
      await cluster.whole()
      const urlAt = cluster.createDatabase()
      const url = urlAt(`${proxy}:5000`)
      const env = { STATE_DIR: join(folder, 'site'), DATABASE_URL: url }
      const world = await prepareWorld({ env, url: async () => url, release: async () => {} }, 60)
      const site = await startSite({ ...env, DATABASE_READ_URL: urlAt(`${proxy}:5001`) })
      const acknowledged: Acknowledged = { yolos: [], votes: [] }
      const reads: number[] = []
      const load = [write(site, world, 1, acknowledged, 1_500), read(site, reads)]
      const { yolos } = acknowledged
      for (let kill = 1; kill <= 3; kill++) {
        const leader = await cluster.whole()
        const enough = yolos.length + 50
        await until(() => yolos.length > enough, 'Nothing is written.')
        const begun = performance.now()
        reads.length = 0
        cluster.kill(leader)
        await cluster.leaderOtherThan(leader)
        // A replica answers while there is no leader.
        expect(reads.filter((status) => status === 200).length).toBeGreaterThan(5)
        const before = yolos.length
        await until(() => yolos.length > before, 'Writes do not go on.')
        const pause = performance.now() - begun
        console.log(`Kill ${kill}: no writes for ${(pause / 1000).toFixed(1)} s`)
        expect(pause).toBeLessThan(longestPause)
        cluster.start(leader)
      }
      await cluster.whole()
      await site.end('SIGTERM')
      await Promise.all(load)
      for (const address of Object.values(machines))
        expect(await faultsAt(urlAt(`${address}:5432`), acknowledged)).toEqual([[], [], []])
    } finally {
      cluster.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)

/** Reads lists as a visitor until the site is gone, in another place each time, so that no cache answers. */
async function read(site: SiteProcess, statuses: number[]): Promise<void> {
  for (;;) {
    await wait(200)
    const path = `/api/yolos?category=3&latitude=${44 + Math.random()}&longitude=-93.27`
    const answer = await site.get(path).catch(() => undefined)
    if (!answer) return
    statuses.push(answer.status)
  }
}

/** Returns what a database has lost, its violated invariants, and the dishes that were saved more than once. */
async function faultsAt(url: string, acknowledged: Acknowledged) {
  const pool = openPool({ url, max: 1, log: openLog('silent') })
  const database = createDatabase(pool)
  const { lost, broken } = await findLosses(database, acknowledged)
  // Each name was sent once.
  const { rows } = await sql`
    select items.name from yolos join items on items.id = yolos.item_id
     where items.name like 'Dish %' group by items.name having count(*) > 1`.execute(database)
  await pool.end()
  return [lost, broken, rows]
}

const template = (file: string) => readFileSync(join('deploy/cluster', file), 'utf8')
const fill = (file: string, values: Values) =>
  template(file).replace(/\$\{(\w+)\}/g, (_, name: string) => values[name]!)

/** Starts etcd and Patroni three times and HAProxy once, as an ordinary user. */
async function startCluster(folder: string) {
  const user = await findServerUser(folder)
  if (user) chownSync(folder, user.uid, user.gid)
  const idOf = (which: string) => String(spawnSync('id', [which], user).stdout).trim()
  const shared: Values = {
    ...parseEnv(template('node.env')),
    ADDRESS_ONE: machines.one,
    ADDRESS_TWO: machines.two,
    ADDRESS_THREE: machines.three,
    CLUSTER_NETWORK: '127.0.0.0/8',
    HAPROXY_ADDRESS: proxy,
    HAPROXY_USER: idOf('-un'),
    HAPROXY_GROUP: idOf('-gn'),
    SHARED_BUFFERS: '64MB',
    WATCHDOG: 'off',
  }
  for (const name in shared) if (name.endsWith('_PASSWORD')) shared[name] = 'secret'
  const running = new Map<string, ChildProcess>()
  const run = (key: string, program: string, args: string[], more: Values = {}) => {
    const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...more }
    running.set(key, spawn(program, args, { ...user, cwd: folder, env, stdio: 'ignore' }))
  }
  const start = (name: Name) => {
    const own = join(folder, name)
    const places = { NODE_DIR: own, SOCKET_DIR: own, ETCD_DIR: join(own, 'etcd') }
    const values = { ...shared, ...places, NODE_NAME: name, NODE_ADDRESS: machines[name] }
    run(`etcd ${name}`, programs['etcd-server'], [], parseEnv(fill('etcd.env', values)))
    writeFileSync(`${own}.yml`, fill('patroni.yml', values))
    run(`patroni ${name}`, programs.patroni, [`${own}.yml`])
  }
  const names = Object.keys(machines) as Name[]
  names.forEach(start)
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(config, fill('haproxy.cfg', shared))
  run('haproxy', programs.haproxy, ['-db', '-f', config])

  const kill = (key: string) => running.get(key)!.kill('SIGKILL')
  /** Returns what the first Patroni to answer says about the members. */
  const members = () => {
    const answers = Object.values(machines).map(async (address) => {
      const signal = AbortSignal.timeout(1_000)
      const answer = await fetch(`http://${address}:8008/cluster`, { signal })
      return ((await answer.json()) as { members: Member[] }).members
    })
    return Promise.any(answers).catch(() => [])
  }
  /** Waits until the members are as they should be. Returns the leader. */
  const leaderOnce = (isRight: (all: Member[], leader: Name) => boolean) =>
    until(
      async () => {
        const all = await members()
        const leader = all.find(({ role, state }) => role === 'leader' && state === 'running')
        return leader && isRight(all, leader.name) ? leader.name : undefined
      },
      'The cluster does not get a leader.',
      90_000,
    )
  return {
    start,
    /** Waits until a synchronous standby and a replica follow a leader. */
    whole: () =>
      leaderOnce((all) => {
        const following = all.filter(({ lag }) => Number(lag) < 100_000)
        return following.length === 2 && following.some(({ role }) => role === 'sync_standby')
      }),
    leaderOtherThan: (lost: Name) => leaderOnce((_, leader) => leader !== lost),
    /** Kills all programs of a machine. */
    kill(name: Name) {
      for (const program of ['patroni', 'etcd']) kill(`${program} ${name}`)
      const pidFile = join(folder, name, 'data/postmaster.pid')
      process.kill(parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
    },
    /** Runs site.sql, and returns a function that returns the database's URL at an address. */
    createDatabase() {
      const url = `postgres://postgres:secret@${proxy}:5000/postgres`
      const args = [url, '-v', 'password=secret', '-v', 'ON_ERROR_STOP=1', '-f']
      const { status, stderr } = spawnSync('psql', [...args, 'deploy/cluster/site.sql'])
      expect(status, String(stderr)).toBe(0)
      return (address: string) => `postgres://yolo:secret@${address}/yolo`
    },
    stop() {
      for (const key of running.keys()) kill(key)
      const pgCtl = join(dirname(programs['postgresql-15']), 'pg_ctl')
      for (const name of names)
        spawnSync(pgCtl, ['stop', '-m', 'immediate', '-D', join(folder, name, 'data')], user)
    },
  }
}
