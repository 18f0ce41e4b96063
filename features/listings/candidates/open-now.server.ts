import { sql } from 'kysely'
import { isOpenIn, minuteOfWeek, minutesPerWeek } from '#domain/hours/opening-hours.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database } from '#platform/server/services.ts'
import { pageSize } from '../contract.ts'
import type { ItemChangeFeed } from './changes.server.ts'
import type { MergedPage } from './merge.ts'
import type { CandidatePosition } from './ranked-list.ts'

/** When a restaurant is open: minutes of the week as `openMinutes` returns them, in the restaurant's time zone. */
type Week = { number: number; zone: string; spans: Uint16Array }
/** In place of a week's number: nobody knows when the restaurant is open. */
const unknown = -1
type Row = { id: number; open_minutes: string | null; time_zone: string | null }

/** Memory for an item whose hours are cached, in bytes. Many items share their hours with others. */
const bytesEach = 8
/** Maximum number of different weeks in memory. Once it is reached, all of them are dropped. */
const maxWeeks = 20_000
/**
 * Number of candidates whose hours are looked at in a round, leaving out those that are known to be closed. The first
 * round should usually fill a page. Each further one is twice as large, up to a maximum.
 */
const [firstLook, maxLook] = [128, 1_024]

export type OpenNowPager = {
  /**
   * Returns a page of the candidates that are open at `at` (milliseconds since 1970), which it pulls from a list piece
   * by piece. The list leaves out those for which `mayBeOpen` is false.
   */
  page(
    pull: (
      after: CandidatePosition | null,
      count: number,
      mayBeOpen: (id: number) => boolean,
    ) => Promise<MergedPage>,
    after: CandidatePosition | null,
    at: number,
  ): Promise<MergedPage>
}

/**
 * A cache of items' hours within `bytes`. Each item has one place, by its id, which it takes from another item that had
 * it. So a question about more items than there are places still finds most of them, also when it is asked again.
 */
function hoursOfItems(bytes: number) {
  const size = Math.max(1, Math.floor(bytes / bytesEach))
  const [ids, numbers] = [new Int32Array(size), new Int32Array(size)]
  const weeks: Week[] = []
  const byText = new Map<string, Week>()
  const clear = () => {
    ids.fill(0)
    weeks.length = 0
    byText.clear()
  }
  return {
    clear,
    /** Returns when the item's restaurant is open, false if nobody knows, or undefined if it isn't cached. */
    get(id: number): Week | false | undefined {
      const place = id % size
      if (ids[place] !== id) return undefined
      return numbers[place] === unknown ? false : weeks[numbers[place]!]!
    },
    set(id: number, week: Week | false) {
      // Since the week was read, all may have been dropped.
      if (week && weeks[week.number] !== week) return
      ids[id % size] = id
      numbers[id % size] = week ? week.number : unknown
    },
    delete(id: number) {
      if (ids[id % size] === id) ids[id % size] = 0
    },
    weekOf({ open_minutes: minutes, time_zone: zone }: Row): Week | false {
      if (minutes === null || zone === null) return false
      const key = `${zone} ${minutes}`
      let week = byText.get(key)
      if (!week) {
        if (weeks.length === maxWeeks) clear()
        const spans = Uint16Array.from(minutes.match(/\d+/g) ?? [], Number)
        week = { number: weeks.length, zone, spans }
        weeks.push(week)
        byText.set(key, week)
      }
      return week
    },
  }
}

/** Caches the hours of items within `bytes`, until the items change. */
export function createOpenNowPager(
  database: Database,
  changes: ItemChangeFeed,
  bytes: number,
): OpenNowPager {
  const kept = hoursOfItems(bytes)
  changes.follow({
    apply: async (changed) => changed.forEach(({ itemId }) => kept.delete(itemId)),
    clear: kept.clear,
  })

  /** Reads the hours of items that aren't cached, with one query. */
  async function read(ids: number[]): Promise<Map<number, Week | false>> {
    const look = changes.currentLook()
    const { rows } = await changes.read(() =>
      sql<Row>`
        select id, open_minutes::text, time_zone from items where id = any (${ids}::integer[])`.execute(
        database,
      ),
    )
    if (pauses.isDue()) await pauses.pause()
    const missed = changes.changesSince(look)
    const stale = new Set(missed?.map(({ itemId }) => itemId))
    const found = new Map(rows.map((row) => [row.id, kept.weekOf(row)]))
    if (missed) for (const id of ids) if (!stale.has(id)) kept.set(id, found.get(id) ?? false)
    return found
  }

  return {
    async page(pull, after, at) {
      const isOpen = openAt(at)
      const mayBeOpen = (id: number) => {
        const week = kept.get(id)
        return week === undefined || (week !== false && isOpen(week))
      }
      const items: MergedPage['items'] = []
      let from = after
      for (let count = firstLook; ; count = Math.min(count * 2, maxLook)) {
        const found = await pull(from, count, mayBeOpen)
        if (!found.complete) return found
        // Get the cached hours before reading the others, because they can be evicted meanwhile.
        const known = found.items.map(({ id }) => kept.get(id))
        const missing = found.items.filter((_, n) => known[n] === undefined).map(({ id }) => id)
        const fresh = missing.length > 0 ? await read(missing) : null
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
