import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { open } from '#app/services.ts'
import { rankNearBy } from '#features/listings/ranking.server.ts'
import { openLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import type { Figures } from '../http.ts'
import { workloads } from './asked.ts'
import { against, better, printed, timeRankers, type Ranker } from './contenders.ts'
import { needDebian } from './install.ts'
import { fillPostgis, postgisRankers } from './postgis/ranking.ts'
import { startPostgis, type Postgis } from './postgis/server.ts'
import { benchProducts } from './products.ts'
import { benchRoutes } from './routes.ts'
import { fillRedis, redisRankers } from './redis/ranking.ts'
import type { SiteOrder } from './site.ts'
import { startRedis } from './redis/server.ts'

type Options = {
  url: string
  stateDir: string
  items: number
  rounds: number
  seconds: number
  only: string[]
}

const wanted = { postgis: 20, redis: 10 }

type Made = { folder: string; postgis: Postgis; addresses: SiteOrder['addresses'] }

/** What can be asked for alone. */
const parts: Record<string, (options: Options, made: Made) => Promise<Figures>> = {
  peers_rank: (options, { addresses }) => benchRankers(options, addresses),
  peers_listing: (options, { addresses }) => benchRoutes(options, addresses),
  peers_products: (options, { folder, postgis, addresses }) =>
    benchProducts({ ...options, folder }, postgis, addresses),
}
export const peerKeys = ['peers', ...Object.keys(parts)]

/** Others on the same data and questions. What they need is installed and started here, and stopped again. */
export async function benchPeers(options: Options): Promise<Figures> {
  const { url, stateDir, only } = options
  needDebian(['redis-server', 'postgresql-15-postgis-3'])
  const folder = join(stateDir, 'peers')
  mkdirSync(folder, { recursive: true })
  // PostgreSQL's user crosses it.
  for (const path of [stateDir, folder]) chmodSync(path, 0o711)
  const stops: (() => Promise<unknown>)[] = []
  try {
    const begun = performance.now()
    const postgis = await startPostgis(join(folder, 'postgis'))
    stops.push(postgis.stop)
    const redis = await startRedis()
    stops.push(redis.stop)
    const dishes = await fillPostgis(url, postgis)
    await fillRedis(url, redis.path)
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(`\nThe peers have the same dishes (made in ${seconds} s).`)
    const addresses = { postgis: dishes, redis: redis.path }
    const figures: Figures = {}
    const isAsked = (part: string) => only.every((key) => !(key in parts)) || only.includes(part)
    for (const [part, bench] of Object.entries(parts))
      if (isAsked(part))
        Object.assign(figures, await bench(options, { folder, postgis, addresses }))
    return figures
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** The ranking alone, one asking at a time: by our own statement, and by each peer's two plans. */
async function benchRankers(
  { url, stateDir, items, rounds }: Options,
  addresses: SiteOrder['addresses'],
) {
  const peers = [...postgisRankers(addresses.postgis), ...redisRankers(addresses.redis)]
  const settings = readSettings({ STATE_DIR: stateDir, DATABASE_URL: url })
  const opened = open(url, settings, openLog('error'), async () => {})
  const ours: Ranker = {
    name: 'ours',
    async rank(asked) {
      const { items: found } = await rankNearBy(opened.services.ranking, asked, undefined)
      return found
    },
    close: opened.close,
  }
  const figures: Figures = {}
  try {
    for (const workload of workloads) {
      const found = await timeRankers(ours, peers, { workload, items, rounds })
      printed(`ranking alone, ${workload}`, found, rounds)
      for (const peer of ['postgis', 'redis'] as const) {
        const key = workload === 'listing_reads' ? `rank_vs_${peer}` : `rank_densest_vs_${peer}`
        figures[key] = against(found.get('ours')!, better(found, peer), wanted[peer])
      }
    }
  } finally {
    for (const { close } of [ours, ...peers]) await close()
  }
  return figures
}
