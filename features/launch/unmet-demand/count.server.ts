import { sql } from 'kysely'
import type { Point } from '#domain/position/miles.ts'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import type { RequestFacts } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { isRobot } from '../robots.server.ts'
import { networkBit } from './networks.server.ts'
import { countableText } from './search-text.ts'

/** Milliseconds during which counts are collected before they are written in one statement. */
const collectedFor = 500
/** Maximum number of different counts that are collected before a write. Others are dropped until then. */
const maxCollected = 1000
/** Maximum number of rows per day, so that an attacker can't fill the table. Existing rows are still updated. */
const maxRowsPerDay = { empty_lists: 20_000, failed_searches: 5_000 }

type Asked = { day: string; citySlug: string; cityName: string; subject: string }
type Count = Asked & { times: number; networks: bigint }
type Table = keyof typeof maxRowsPerDay
type Request = Pick<RequestFacts, 'ip' | 'userAgent'>

/**
 * Returns functions that count what was asked for and not found. They only collect counts, so that nobody waits for the
 * database. Half a second later all collected counts are written at once. They are lost if the process is killed
 * before.
 */
export function createDemandCounter(services: Services) {
  const { settings, clock, stopping } = services
  const lists = collector(services, 'empty_lists')
  const searches = collector(services, 'failed_searches')
  stopping.addEventListener('abort', () => {
    void lists.write()
    void searches.write()
  })
  let key: Promise<Buffer> | undefined

  async function count(
    into: typeof lists,
    subject: string,
    point: Point | undefined,
    { ip, userAgent }: Request,
  ) {
    if (isRobot(userAgent)) return
    key ??= secretKey(settings.stateDir, 'unmet-demand')
    const [cities, secret] = await Promise.all([loadGazetteer(settings.stateDir), key])
    const city = point && cities.nearestCity(point.latitude, point.longitude)
    const day = clock.now().toISOString().slice(0, 10)
    const place = { citySlug: city?.slug ?? '', cityName: city?.name ?? '' }
    into.add({ day, ...place, subject }, networkBit(secret, ip, subject))
  }
  return {
    emptyList: (category: CategoryId, point: Point, request: Request) =>
      count(lists, String(category), point, request),
    async failedSearch(q: string, point: Point | undefined, request: Request) {
      const text = countableText(q)
      if (text) await count(searches, text, point, request)
    },
  }
}

/** Collects counts for a table and writes them together. */
function collector({ database, log }: Pick<Services, 'database' | 'log'>, table: Table) {
  let collected = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined

  async function write() {
    clearTimeout(timer)
    timer = undefined
    const counts = [...collected.values()]
    collected = new Map()
    for (const [day, some] of Map.groupBy(counts, (count) => count.day))
      await addCounts(database, table, day, some).catch((error: Error) =>
        log.warn({ err: error.message, table }, 'counts of unmet demand are lost'),
      )
  }
  return {
    write,
    add(asked: Asked, bit: bigint) {
      const key = JSON.stringify(asked)
      const known = collected.get(key)
      if (known) {
        known.times += 1
        known.networks |= bit
      } else if (collected.size < maxCollected)
        collected.set(key, { ...asked, times: 1, networks: bit })
      timer ??= setTimeout(() => void write(), collectedFor).unref()
    },
  }
}

/** Adds counts of one day. New rows are added only while the day has fewer than the maximum. */
async function addCounts(database: Database, table: Table, day: string, counts: Count[]) {
  const subject = table === 'empty_lists' ? sql.ref('category_id') : sql.ref('text')
  const type = table === 'empty_lists' ? sql`smallint` : sql`text`
  const of = <Key extends keyof Count>(key: Key) => counts.map((count) => count[key])
  await sql`
    insert into ${sql.table(table)} as kept (day, city_slug, ${subject}, city_label, times, networks)
    select ${day}::date, slug, subject::${type}, label, times, networks::bit(64)
      from unnest(${of('citySlug')}::text[], ${of('subject')}::text[], ${of('cityName')}::text[], ${of('times')}::integer[],
                  ${of('networks').map((bits) => bits.toString(2).padStart(64, '0'))}::text[])
           as counted (slug, subject, label, times, networks)
     where (select count(*) from (select from ${sql.table(table)} where day = ${day}::date
                                   limit ${maxRowsPerDay[table]}) rows) < ${maxRowsPerDay[table]}
        or exists (select from ${sql.table(table)} known
                    where known.day = ${day}::date and known.city_slug = counted.slug
                      and known.${subject} = counted.subject::${type})
     -- Processes that write at the same time lock the rows in the same order.
     order by slug, subject::${type}
    on conflict (day, city_slug, ${subject}) do update
      set times = kept.times + excluded.times, networks = kept.networks | excluded.networks`.execute(
    database,
  )
}
