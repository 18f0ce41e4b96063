import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { spawnUserOptions, type SystemUser } from '../../platform/server/postgres/account.ts'
import { until } from '../../platform/testing/until.ts'
import { start, stop } from '../peers/started.ts'
import { makeFolder, put, read, rendered, templates, valuesOf, type Values } from './files.ts'
import { addresses, names, nodeValues, proxyAddress, type Name } from './places.ts'
import { isAnyLeft, killAll } from './processes.ts'

export type Member = { name: Name; role: string; state: string; lag?: number | string }
type Ground = { folder: string; account: SystemUser | undefined; values: Values }
type Program = ReturnType<typeof start>

/** Starts etcd and Patroni with its PostgreSQL three times, as three machines would run them, and one HAProxy. */
export async function startNodes({ folder, account, values }: Ground) {
  const run = (program: string, args: string[], env: Values = {}) =>
    start(program, args, {
      ...spawnUserOptions(account),
      cwd: folder,
      endedBy: 'SIGKILL',
      env: { PATH: '/usr/sbin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: `${folder}/`, ...env },
    })
  const nodes = names.map((name) => {
    const own = join(folder, name)
    makeFolder(own, account)
    const file = (template: keyof typeof templates) =>
      rendered(read(templates[template]), nodeValues(values, name, own))
    const patroni = put(join(own, 'patroni.yml'), file('patroni'), account)
    // Debian's systemd unit also passes the file's values as environment variables.
    const etcd = () => run('/usr/bin/etcd', [], valuesOf(file('etcd')))
    return { name, own, patroni, etcd, keeper: etcd() }
  })
  const running = new Map<Name, Program>()
  const nodeOf = (name: Name) => nodes.find((node) => node.name === name)!

  const startNode = (name: Name) => {
    const node = nodeOf(name)
    if (hasEnded(node.keeper)) node.keeper = node.etcd()
    const { patroni } = node
    running.set(name, run('/usr/bin/patroni', [patroni]))
  }

  /** Returns the cluster's members, from whichever Patroni responds first. */
  async function members(): Promise<Member[]> {
    const answers = names.map(async (name) => {
      const signal = AbortSignal.timeout(1_000)
      const answer = await fetch(`http://${addresses[name]}:8008/cluster`, { signal })
      return ((await answer.json()) as { members: Member[] }).members
    })
    return Promise.any(answers)
  }

  /**
   * Waits until a leader, a synchronous standby and a third node are running and none of them lags. Returns the
   * leader's name.
   */
  const whole = (seconds = 90) =>
    until(
      async () => {
        const all = await members().catch(() => [])
        const leader = all.find(({ role }) => role === 'leader')
        const others = all.filter((one) => one !== leader)
        const follow = others.every(
          ({ state, lag }) => ['running', 'streaming'].includes(state) && Number(lag) < 65_536,
        )
        const isSafe = others.some(({ role }) => role === 'sync_standby')
        const isWhole = leader?.state === 'running' && others.length === 2 && follow && isSafe
        return isWhole ? leader.name : undefined
      },
      'The cluster is not whole.',
      seconds * 1000,
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${said(2_500)}`)
    })

  /** Returns the end of each Patroni's output. */
  const said = (letters: number) =>
    [...running].map(([name, one]) => `${name}:\n${one.said().slice(-letters)}`).join('\n')

  const proxy = run('/usr/sbin/haproxy', [
    '-db',
    '-f',
    put(join(folder, 'haproxy.cfg'), rendered(read(templates.proxy), values), account),
  ])
  // One of them initializes the database, and the others copy it.
  for (const name of names) startNode(name)

  return {
    members,
    whole,
    said,
    start: startNode,
    configOf: (name: Name) => nodeOf(name).patroni,
    /**
     * Kills a node's Patroni and PostgreSQL at once. With `machine` also kills its etcd, as if the machine had failed.
     */
    async kill(name: Name, machine: boolean) {
      const { own, keeper } = nodeOf(name)
      const spared = machine ? [] : [keeper.child.pid!]
      killAll(own, spared)
      await until(() => !isAnyLeft(own, spared), `${name} does not die.`)
      running.delete(name)
    },
    /** Stops all programs, in an orderly way where possible. */
    async stop() {
      await Promise.all([...running.values()].map(({ child }) => gentle(child)))
      await stop(proxy.child, 'SIGKILL')
      // The last etcd instances have no quorum and don't react to SIGTERM.
      for (const { keeper } of nodes) await stop(keeper.child, 'SIGKILL')
    },
  }
}
export type Nodes = Awaited<ReturnType<typeof startNodes>>

const hasEnded = ({ child }: Program) => child.exitCode !== null || child.signalCode !== null

const gentle = (child: Program['child']) =>
  Promise.race([
    stop(child, 'SIGTERM'),
    new Promise((resolve) => setTimeout(resolve, 15_000).unref()),
  ])

export const nodeUrls = (password: string) =>
  Object.values(addresses).map((address) => `postgres://yolo:${password}@${address}:5432/yolo`)

export const primaryUrl = (user: string, password: string, database = 'yolo') =>
  `postgres://${user}:${password}@${proxyAddress}:5000/${database}`

/** Runs deploy/cluster/site.sql, as the steps for real machines do. */
export function makeDatabase(superuser: string, password: string): void {
  const file = new URL('../../deploy/cluster/site.sql', import.meta.url).pathname
  const args = [superuser, '-v', 'ON_ERROR_STOP=1', '-v', `password=${password}`, '-f', file]
  const { status, stderr } = spawnSync('psql', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The site's database could not be made: ${stderr}`)
}
