import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { isOpenIn, minuteOfWeek, minutesPerWeek } from '#domain/opening-hours.ts'
import type { Database } from '#platform/server/services.ts'
import { pageSize } from '../contract.ts'
import type { ItemChangeFeed } from './changes.server.ts'
import type { MergedPage } from './merge.ts'
import type { CandidatePosition } from './ranked-list.ts'

/** When a restaurant is open: minutes of the week as `openMinutes` returns them, in the restaurant's time zone. */
type Week = { zone: string; spans: Uint16Array }
type Row = { id: number; open_minutes: string | null; time_zone: string | null }

/** Approximate memory for an item and its hours, in bytes. Many items share their hours with others. */
const bytesEach = 200
/** Maximum number of different weeks in memory. Once it is reached, all of them are dropped. */
const maxWeeks = 20_000
/**
 * Number of candidates that are checked in a round. The first round should usually fill a page. Each further one is
 * twice as large, up to a maximum.
 */
const [firstLook, maxLook] = [128, 4_096]

export type OpenNowPager = {
  /**
   * Returns a page of the candidates that are open at `at` (milliseconds since 1970), which it pulls from a list piece
   * by piece.
   */
  page(
    pull: (after: CandidatePosition | null, count: number) => MergedPage,
    after: CandidatePosition | null,
    at: number,
  ): Promise<MergedPage>
}

/** Caches the hours of items within `bytes`, until the items change. */
export function createOpenNowPager(
  database: Database,
  changes: ItemChangeFeed,
  bytes: number,
): OpenNowPager {
  const kept = new LRUCache<number, Week | false>({
    max: Math.max(1, Math.floor(bytes / bytesEach)),
  })
  const weeks = new Map<string, Week>()
  changes.follow({
    apply: async (changed) => changed.forEach(({ itemId }) => kept.delete(itemId)),
    clear: () => kept.clear(),
  })

  function weekOf({ open_minutes: minutes, time_zone: zone }: Row): Week | false {
    if (minutes === null || zone === null) return false
    const key = `${zone} ${minutes}`
    let week = weeks.get(key)
    if (!week) {
      if (weeks.size === maxWeeks) weeks.clear()
      week = { zone, spans: Uint16Array.from(minutes.match(/\d+/g) ?? [], Number) }
      weeks.set(key, week)
    }
    return week
  }

  /** Reads the hours of items that aren't cached, with one query. */
  async function read(ids: number[]): Promise<Map<number, Week | false>> {
    const look = changes.currentLook()
    const { rows } = await changes.read(() =>
      sql<Row>`
        select id, open_minutes::text, time_zone from items where id = any (${ids}::integer[])`.execute(
        database,
      ),
    )
    const missed = changes.changesSince(look)
    const stale = new Set(missed?.map(({ itemId }) => itemId))
    const found = new Map(rows.map((row) => [row.id, weekOf(row)]))
    if (missed) for (const id of ids) if (!stale.has(id)) kept.set(id, found.get(id) ?? false)
    return found
  }

  return {
    async page(pull, after, at) {
      const isOpen = openAt(at)
      const items: MergedPage['items'] = []
      let from = after
      for (let count = firstLook; ; count = Math.min(count * 2, maxLook)) {
        const found = pull(from, count)
        if (!found.complete) return found
        // Get the cached hours before reading the others, because they can be evicted meanwhile.
        const known = found.items.map(({ id }) => kept.get(id))
        const unknown = found.items.filter((_, n) => known[n] === undefined).map(({ id }) => id)
        const fresh = unknown.length > 0 ? await read(unknown) : null
        for (const [n, item] of found.items.entries()) {
          const week = known[n] ?? fresh?.get(item.id)
          if (!week || !isOpen(week)) continue
          if (items.length === pageSize) return { items, more: true, complete: true }
          items.push(item)
        }
        if (!found.more) return { items, more: false, complete: true }
        from = found.items.at(-1)!.position
      }
    },
  }
}

/**
 * Returns a predicate: is a restaurant with these weekly hours open at `at`? Each time zone's minute and each week's
 * result are computed only once.
 */
function openAt(at: number) {
  const minutes = new Map<string, number>()
  const known = new Map<Week, boolean>()
  return (week: Week) => {
    let open = known.get(week)
    if (open === undefined) {
      let minute = minutes.get(week.zone)
      if (minute === undefined) minutes.set(week.zone, (minute = minuteIn(at, week.zone)))
      known.set(week, (open = isOpenIn(week.spans, minute)))
    }
    return open
  }
}

/**
 * Returns the minute of the week in a time zone. If JavaScript doesn't know the zone, returns a minute after the end of
 * the week, so that nothing is open.
 */
function minuteIn(at: number, zone: string) {
  try {
    return minuteOfWeek(new Date(at), zone).minute
  } catch {
    return minutesPerWeek
  }
}
