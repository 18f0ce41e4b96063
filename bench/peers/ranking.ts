import { connectServices } from '../../app/services.ts'
import { createListingService } from '../../features/listings/candidates/answer.server.ts'
import { rankNearBy } from '../../features/listings/ranking.server.ts'
import { openLog } from '../../platform/server/log.ts'
import { readSettings } from '../../platform/server/settings.ts'
import type { Figures } from '../http.ts'
import { questionOf, workloads } from './asked.ts'
import { against, better, printed, timeRankers, type Ranker } from './contenders.ts'
import { postgisRankers } from './postgis/ranking.ts'
import { redisRankers } from './redis/ranking.ts'
import type { SiteOrder } from './site.ts'

type Options = { url: string; stateDir: string; items: number; rounds: number }

const wanted: Record<string, number> = { postgis: 20, redis: 10 }
/**
 * Our two ways to rank, with the suffix of their figures: by our SQL statement each time, and by lists in memory that
 * follow changes, as the site does.
 */
const ways = { ours: '', 'our lists': '_kept' }
const changesAge = 150

/** Measures the ranking alone, one request at a time, against each peer's better plan. */
export async function benchRankers(
  { url, stateDir, items, rounds }: Options,
  addresses: SiteOrder['addresses'],
): Promise<Figures> {
  const settings = readSettings({ STATE_DIR: stateDir, DATABASE_URL: url })
  const { services, close } = connectServices(url, settings, openLog('error'), async () => {})
  const { listMemory } = settings
  const kept = createListingService(services, { bytes: listMemory })
  const ours: Ranker = {
    name: 'ours',
    rank: async (asked) => (await rankNearBy(services.ranking, questionOf(asked), undefined)).items,
    close,
  }
  const others: Ranker[] = [
    {
      name: 'our lists, in memory',
      async rank(asked) {
        await kept.changes.catchUp(changesAge)
        return (await kept.ways.near(questionOf(asked))).items
      },
      close: async () => {},
    },
    ...postgisRankers(addresses.postgis),
    ...redisRankers(addresses.redis),
  ]
  const figures: Figures = {}
  try {
    for (const workload of workloads) {
      const found = await timeRankers(ours, others, { workload, items, rounds })
      printed(`ranking alone, ${workload}`, found, rounds)
      const where = workload === 'listing_reads' ? '' : '_densest'
      for (const [way, suffix] of Object.entries(ways))
        for (const peer of ['postgis', 'redis']) {
          const timed = found.get(way) ?? better(found, way)[1]
          const key = `rank${where}${suffix}_vs_${peer}`
          figures[key] = against(timed, better(found, peer), wanted[peer])
        }
    }
  } finally {
    for (const one of [...others, ours]) await one.close()
  }
  return figures
}
