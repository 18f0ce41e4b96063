import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../../platform/server/database/database.ts'
import { migrate } from '../../platform/server/database/migrate.ts'
import { findServerUser } from '../../platform/server/postgres/account.ts'
import { isProcessAlive } from '../../platform/server/postgres/cluster.ts'
import { launchCommand, startSite, type SiteProcess } from '../../platform/testing/process.ts'
import { makePhoto } from '../../platform/testing/photos.ts'
import { until } from '../../platform/testing/until.ts'
import { fill } from '../data.ts'
import type { Figures } from '../http.ts'
import { makeWriters } from '../writes/writers.ts'
import { startBucket } from './bucket.ts'
import { makeFolder } from './files.ts'
import { needCluster, needFree } from './install.ts'
import { startLoad, type Load } from './load.ts'
import { metricsToken, sampleReads } from './metrics.ts'
import { makeDatabase, nodeUrls, primaryUrl, startNodes, type Nodes } from './nodes.ts'
import { benchValues, listened, names } from './places.ts'
import { sweep } from './processes.ts'
import { judge, lostOn, mostPause, shownPhotos, type Found, type Kill } from './verdict.ts'

type Options = { items: number; kills: number; machines: boolean; keep: boolean }

/** Starts three nodes from deploy/cluster/ and the site on them, and kills leaders under load. */
export async function benchCluster({ items, kills, machines, keep }: Options): Promise<Figures> {
  needCluster()
  sweepEarlier()
  await needFree(listened)
  const folder = join(tmpdir(), `yolo-cluster-${process.pid}`)
  // Clean up however the bench ends.
  const end = () => sweep(folder)
  process.once('exit', end)
  const stops: (() => Promise<unknown>)[] = []
  try {
    makeFolder(folder)
    const account = await findServerUser(folder)
    makeFolder(folder, account)
    const begun = performance.now()
    const values = benchValues(account)
    const nodes = await startNodes({ folder, account, values })
    stops.push(nodes.stop)
    await nodes.whole()
    console.log(`\nThe cluster is up after ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
    const password = values.CONTROL_PASSWORD!
    const superuser = (database?: string) =>
      primaryUrl('postgres', values.SUPERUSER_PASSWORD!, database)
    makeDatabase(superuser('postgres'), password)
    const url = primaryUrl('yolo', password)
    await migrate(url)
    await fill(superuser(), { items })
    const { env: bucket, stop } = await startBucket(join(folder, 'bucket'))
    stops.push(stop)
    const env = {
      ...bucket,
      STATE_DIR: join(folder, 'site'),
      DATABASE_URL: url,
      DATABASE_READ_URLS: nodeUrls(password).join(','),
      METRICS_TOKEN: metricsToken,
    }
    const made = { nodes, url, env, items, kills, machines, readUrls: nodeUrls(password) }
    const figures = kills > 0 ? await underLoad(made) : {}
    if (keep) await kept(folder, nodes, { ...env, SUPERUSER_URL: superuser() })
    return figures
  } finally {
    for (const stop of stops.toReversed()) await stop().catch(console.warn)
    process.off('exit', end)
    end()
  }
}

type Made = {
  nodes: Nodes
  url: string
  env: Record<string, string>
  items: number
  kills: number
  machines: boolean
  readUrls: string[]
}

async function underLoad(made: Made): Promise<Figures> {
  const site = await startSite(made.env)
  try {
    return await withSite(made, site)
  } finally {
    await site.end('SIGKILL')
  }
}

async function withSite(made: Made, site: SiteProcess): Promise<Figures> {
  const { nodes, url, env, items, kills, machines, readUrls } = made
  const database = createDatabase(new pg.Pool({ connectionString: url, max: 2 }))
  const ready = await people(database, items).finally(() => database.destroy())
  const load = startLoad({ origin: site.origin, items, ...ready })
  const sampled = sampleReads(site.origin)
  const begun = performance.now()
  const killed: Kill[] = []
  let restarts = 0
  try {
    await wait(5_000)
    for (let n = 0; n < kills; n++) {
      killed.push(await killLeader(nodes, load, machines))
      if (!isProcessAlive(site.pid)) throw new Error(`The site ended:\n${site.output()}`)
    }
  } finally {
    await load.stop()
  }
  const seconds = (performance.now() - begun) / 1000
  const reads = await sampled.stop()
  await nodes.whole()
  const { acknowledged, kinds } = load
  const lost: Record<string, Found> = {}
  for (const [at, name] of names.entries()) lost[name] = await lostOn(readUrls[at]!, acknowledged)
  const faults = site
    .output()
    .split('\n')
    .filter((line) => line.includes('"route"') && /"level":[56]0/.test(line))
  if (faults.length > 0)
    console.log(
      `The site logged ${faults.length} faults, first:\n${faults
        .slice(0, 3)
        .map((line) => line.slice(0, 600))
        .join('\n')}`,
    )
  const shown = await shownPhotos(site.origin, acknowledged)
  if ((await site.end('SIGTERM')) !== 0) restarts++
  const command = launchCommand(['check'], env)
  await until(command.ended, 'yolo check does not end.', 600_000)
  const check = Number(await command.end('SIGTERM'))
  if (check !== 0) console.log(command.output())
  return judge({ kills: killed, kinds, acknowledged, lost, shown, restarts, reads, seconds, check })
}

async function people(database: ReturnType<typeof createDatabase>, items: number) {
  const [voters, savers] = [await makeWriters(database, 16), await makeWriters(database, 60)]
  const rows = await database
    .selectFrom('restaurants')
    .select('place_id')
    .orderBy('id')
    .limit(Math.min(500, items / 10))
    .execute()
  const photos = await Promise.all(
    ['#c04020', '#20a040', '#2040c0'].map((colour) =>
      makePhoto({ width: 480, height: 360, colour, noise: true }),
    ),
  )
  return { voters, savers, photos, placeIds: rows.map(({ place_id }) => place_id) }
}

/** Kills the leader, waits until another node takes over, starts the killed node again and waits until it follows. */
async function killLeader(nodes: Nodes, { gaps, kinds }: Load, machines: boolean): Promise<Kill> {
  const name = await nodes.whole()
  gaps.writes.longest()
  gaps.reads.longest()
  const begun = performance.now()
  const since = () => (performance.now() - begun) / 1000
  await nodes.kill(name, machines)
  const successor = await until(
    async () => {
      const all = await nodes.members().catch(() => [])
      return all.find((one) => one.role === 'leader' && one.name !== name)?.name
    },
    'Nobody takes over.',
    60_000,
  )
  const named = since()
  const before = kinds.votes.counts.done
  await until(() => kinds.votes.counts.done > before + 20, 'Writes do not go on.', 60_000)
  nodes.start(name)
  await nodes.whole()
  const whole = since()
  await wait(3_000)
  const [writes, reads] = [gaps.writes.longest() / 1000, gaps.reads.longest() / 1000]
  console.log(
    `${name} was killed, ${successor} leads after ${named.toFixed(1)} s: writes paused ${writes.toFixed(1)} s`,
  )
  if (writes > mostPause) console.log(nodes.said(12_000))
  return { name, successor, named, writes, reads, whole }
}

/** Leaves the cluster running until Ctrl-C, to try the steps of docs/operating.md. */
async function kept(folder: string, nodes: Nodes, env: Record<string, string>) {
  console.log(`\nIt stays until Ctrl-C, in ${folder}. patronictl -c ${nodes.configOf('one')} list`)
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`)
  await new Promise(() => setInterval(() => {}, 60_000))
}

/** Removes what earlier runs left behind that were killed. */
function sweepEarlier() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^yolo-cluster-(\d+)$/.exec(name)?.[1])
    if (pid && !isProcessAlive(pid)) sweep(join(tmpdir(), name))
  }
}
