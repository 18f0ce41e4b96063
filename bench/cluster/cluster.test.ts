import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tally } from './asked.ts'
import { deployed, read, rendered, templates, valuesOf } from './files.ts'
import { packages } from './install.ts'
import { valueOf } from './metrics.ts'
import { addresses, benchValues, listened, names, nodeValues } from './places.ts'
import { isAnyLeft, sweep } from './processes.ts'
import { judge, type Run } from './verdict.ts'

const steps = read('README.md')
const operating = readFileSync('docs/operating.md', 'utf8')
const runbook = operating.slice(
  operating.indexOf('## The cluster'),
  operating.indexOf('## Checking'),
)
const decision = readFileSync('docs/decisions/0035-cluster.md', 'utf8')
const given = valuesOf(read('node.env'))
const asked = (file: string) => [...read(file).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!)
const files = Object.values(templates)
const filled = (file: string) =>
  rendered(read(file), nodeValues(benchValues(undefined), 'one', '/folder/one'))

it(
  'the bench starts every file of deploy/cluster/, with node.env’s values and its own places',
  { tags: 'long' },
  () => {
    const there = readdirSync(deployed).sort()
    expect(there).toEqual([...files, 'README.md', 'node.env', 'site.sql'].sort())
    expect([...new Set(files.flatMap(asked))].sort()).toEqual(Object.keys(given).sort())
    const one = filled(templates.patroni)
    expect(one).toMatch(/^name: one$/m)
    expect(one).toContain('connect_address: 127.0.0.11:5432')
    // Without a watchdog, killing Patroni on purpose doesn't restart the machine.
    expect(one).toMatch(/^watchdog:\n {2}mode: off$/m)
    expect(valuesOf(filled(templates.etcd)).ETCD_LISTEN_CLIENT_URLS).toBe('http://127.0.0.11:2379')
    for (const { host, port } of listened)
      expect(
        files.some((file) => filled(file).includes(`:${port}`)),
        `${host}:${port}`,
      ).toBe(true)
    expect(Object.keys(benchValues(undefined)).sort()).toEqual(Object.keys(given).sort())
    const missing = { ...benchValues(undefined), CLUSTER_NAME: '' }
    expect(() => rendered(read(templates.patroni), missing)).toThrow('gives no CLUSTER_NAME')
  },
)

it('the cluster’s files hold what the decision on it promises', () => {
  const patroni = read(templates.patroni)
  const promised = {
    ttl: '5',
    loop_wait: '1',
    retry_timeout: '2',
    primary_start_timeout: '0',
    synchronous_mode: 'true',
    synchronous_mode_strict: 'true',
    use_pg_rewind: 'true',
    wal_log_hints: `'on'`,
    wal_retrieve_retry_interval: '200ms',
    wal_sender_timeout: '5s',
    wal_receiver_timeout: '5s',
    max_slot_wal_keep_size: '20GB',
  }
  for (const [key, value] of Object.entries(promised)) {
    expect(patroni).toMatch(new RegExp(`^ +${key}: ${value}$`, 'm'))
    expect(decision).toContain(key.replace(/_strict$/, ''))
  }
  expect(patroni).toMatch(/^ +- data-checksums$/m)
  expect(patroni).toMatch(/^ +synchronous_commit: 'on'$/m)
  // All connections require a password.
  expect(patroni).not.toMatch(/\btrust\b/)
  const proxy = read(templates.proxy)
  expect(proxy).toContain('inter 300ms fall 1')
  expect(proxy).toContain('on-marked-down shutdown-sessions')
  for (const name of names) {
    const server = `server ${name} \${ADDRESS_${name.toUpperCase()}}:5432 check port 8008`
    expect(proxy.split(server)).toHaveLength(3)
  }
})

it('the runbook of the cluster and its steps name what is there', () => {
  for (const page of [runbook, steps]) {
    const templatesTold = [...page.matchAll(/envsubst < (\S+)/g)].map(([, file]) => file!)
    expect(templatesTold.length).toBeGreaterThan(0)
    for (const file of templatesTold) expect(existsSync(new URL(file, deployed)), file).toBe(true)
    // Settings that the page mentions must be in node.env or etcd.env.
    const told = [...page.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([name]) => name)
    const known = [...Object.keys(given), ...Object.keys(valuesOf(read(templates.etcd)))]
    const others =
      /^(ADDRESS_|ETCDCTL_API|ETCD_FORCE_NEW_CLUSTER|DATABASE_|DATABASE_READ_URLS|PHOTO_STORE)/
    expect(told.filter((name) => !known.includes(name) && !others.test(name))).toEqual([])
  }
  for (const name of Object.keys(packages)) expect(steps).toContain(name)
  for (const heading of ['Add a node', 'Lose a node', 'Restore', 'Upgrade'])
    expect(runbook).toContain(`### ${heading}\n`)
  const does = 'list reinit edit-config failover switchover restart remove pause'.split(' ')
  const told = [...runbook.matchAll(/(?:^|[;`(] ?)ctl ([a-z-]+)/gm)].map(([, command]) => command!)
  expect(told.length).toBeGreaterThan(10)
  expect(told.filter((command) => !does.includes(command))).toEqual([])
  for (const file of steps.match(/\(\.\.\/\.\.\/[^)#]+/g) ?? [])
    expect(existsSync(new URL(file.slice(1), deployed)), file).toBe(true)
})

const acknowledged = {
  votes: [{ item: 1, user: 1000 }],
  yolos: [7],
  images: [{ yolo: 7, image: 'a.jpg' }],
}
const none = { lostVotes: 0, lostYolos: 0, lostPhotos: 0 }
const good = (): Run => ({
  kills: [{ name: 'one', successor: 'two', named: 5.5, writes: 6.4, reads: 0.5, whole: 20 }],
  kinds: { votes: tally() },
  acknowledged,
  lost: { one: none, two: none, three: none },
  shown: 1,
  restarts: 0,
  reads: { samples: 10, shareOnReplicas: 1, instead: {} },
  seconds: 30,
  check: 0,
})

it('the cluster’s bench ends with a fault where anything that was acknowledged is lost', () => {
  expect(judge(good()).cluster!.ratio).toBeCloseTo(8 / 6.4)
  const hung = tally()
  hung.counts.hung = 1
  const faults: [Partial<Run>, string][] = [
    [{ lost: { one: none, two: { ...none, lostVotes: 1 }, three: none } }, 'lost: {'],
    [{ shown: 0 }, '1 photos are not shown'],
    [{ kinds: { votes: hung } }, '1 requests hung'],
    [{ restarts: 1 }, 'restarted'],
    [{ check: 1 }, 'yolo check'],
  ]
  for (const [fault, said] of faults) expect(() => judge({ ...good(), ...fault })).toThrow(said)
})

it('the cluster’s bench leaves nothing that it started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yolo-cluster-test-'))
  const script = '/bin/sleep 600 & echo started; wait'
  const child = spawn('/bin/sh', ['-c', script], { env: { HOME: `${folder}/` } })
  await once(child.stdout, 'data')
  expect(isAnyLeft(folder)).toBe(true)
  const ended = once(child, 'exit')
  sweep(folder)
  expect((await ended)[1]).toBe('SIGKILL')
  expect([isAnyLeft(folder), existsSync(folder)]).toEqual([false, false])
})

it('where reads go is read from the site’s metrics', () => {
  const text = `# HELP replica_reads Reads.\nreplica_reads{from="a"} 2\nreplica_reads{from="b"} 3\nreplica_reads_instead_total 9\n`
  expect(valueOf(text, 'replica_reads')).toBe(5)
  expect(valueOf(text, 'replica_reads_instead_total')).toBe(9)
  expect(valueOf(text, 'other')).toBeNull()
  expect(Object.values(addresses)).toHaveLength(3)
})
