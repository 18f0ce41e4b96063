import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { open } from '#app/services.ts'
import { rankNearBy } from '#features/listings/ranking.server.ts'
import { openLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import type { Figures } from '../http.ts'
import { row } from '../measure.ts'
import { workloads } from './asked.ts'
import { against, better, timeRankers, type Ranker } from './contenders.ts'
import { needDebian } from './install.ts'
import { fillPostgis, postgisRankers } from './postgis/ranking.ts'
import { startPostgis } from './postgis/server.ts'
import { benchRoutes } from './routes.ts'
import { fillRedis, redisRankers } from './redis/ranking.ts'
import { startRedis } from './redis/server.ts'

type Options = {
  url: string
  stateDir: string
  items: number
  rounds: number
  seconds: number
}

const wanted = { postgis: 20, redis: 10 }

/** Others on the same data and questions. What they need is installed and started here, and stopped again. */
export async function benchPeers(options: Options): Promise<Figures> {
  const { url, stateDir } = options
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
    const rankers = [...postgisRankers(dishes), ...redisRankers(redis.path)]
    return {
      ...(await benchRankers(options, rankers)),
      ...(await benchRoutes(options, { postgis: dishes, redis: redis.path })),
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** The ranking alone, one asking at a time: by our own statement, and by each peer's two plans. */
async function benchRankers({ url, stateDir, items, rounds }: Options, peers: Ranker[]) {
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
      console.log(`\n${`ranking alone, ${workload}`.padEnd(46)}      p50      p99       /s`)
      for (const [name, timed] of found) console.log(row(name, timed))
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
