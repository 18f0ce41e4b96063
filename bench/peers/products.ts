import type { Figures } from '../http.ts'
import { workloads } from './asked.ts'
import { against, better, printed } from './contenders.ts'
import { startParse } from './parse/parse.ts'
import type { Postgis } from './postgis/server.ts'
import { startSiteOf, timeAnswerers, type Answerer } from './routes.ts'
import type { SiteOrder } from './site.ts'
import { startStrapi } from './strapi/strapi.ts'

type Options = {
  url: string
  stateDir: string
  folder: string
  items: number
  rounds: number
  seconds: number
}

const products = {
  parse: { start: startParse, wanted: 3 },
  strapi: { start: startStrapi, wanted: 20 },
}

/**
 * Compares whole products over HTTP, each with its own copy of the cards. The other products only return what is
 * nearby, not the rest of a listing.
 */
export async function benchProducts(
  options: Options,
  postgis: Postgis,
  addresses: SiteOrder['addresses'],
): Promise<Figures> {
  const { url, folder } = options
  const figures: Figures = {}
  const running: Answerer[] = []
  try {
    running.push(await startSiteOf({ name: 'ours', addresses, keeps: true }, options))
    for (const { start } of Object.values(products))
      running.push(...(await start(url, folder, postgis)))
    for (const workload of workloads) {
      const [ours, ...peers] = running
      const found = await timeAnswerers(ours!, peers, { ...options, workload })
      printed(`whole products, ${workload}`, found, options.rounds)
      for (const [peer, { wanted }] of Object.entries(products)) {
        const key = `listing${workload === 'listing_reads' ? '' : '_densest'}_vs_${peer}`
        figures[key] = against(found.get('ours')!, better(found, peer), wanted)
      }
    }
  } finally {
    for (const { close } of running) await close()
  }
  return figures
}
