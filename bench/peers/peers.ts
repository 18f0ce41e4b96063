import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures } from '../http.ts'
import { debian, needDebian } from './install.ts'
import { fillPostgis } from './postgis/ranking.ts'
import { startPostgis, type Postgis } from './postgis/server.ts'
import { benchProducts } from './products.ts'
import { benchRankers } from './ranking.ts'
import { benchRoutes } from './routes.ts'
import { fillRedis } from './redis/ranking.ts'
import type { SiteOrder } from './site.ts'
import { startRedis } from './redis/server.ts'
import type { Steps } from '../steps.ts'

type Options = {
  url: string
  stateDir: string
  items: number
  rounds: number
  seconds: number
  only: string[]
}

type Made = { folder: string; postgis: Postgis; addresses: SiteOrder['addresses'] }

/** Parts of the comparison that can be run alone. */
const parts: Record<string, (options: Options, made: Made) => Promise<Figures>> = {
  peers_rank: (options, { addresses }) => benchRankers(options, addresses),
  peers_listing: (options, { addresses }) => benchRoutes(options, addresses),
  peers_products: (options, { folder, postgis, addresses }) =>
    benchProducts({ ...options, folder }, postgis, addresses),
}
export const peerKeys = ['peers', ...Object.keys(parts)]

/**
 * Compares the site with other products on the same data and requests. Installs and starts what they need, and stops it
 * again.
 */
export async function benchPeers(options: Options, { step, has }: Steps): Promise<void> {
  const { url, stateDir, only } = options
  const isAsked = (part: string) => only.every((key) => !(key in parts)) || only.includes(part)
  const asked = Object.entries(parts).filter(([part]) => isAsked(part))
  if (asked.every(([part]) => has(part))) return
  needDebian(debian)
  const folder = join(stateDir, 'peers')
  mkdirSync(folder, { recursive: true })
  // PostgreSQL's user must be able to enter these folders.
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
    for (const [part, bench] of asked)
      await step(part, () => bench(options, { folder, postgis, addresses }))
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
