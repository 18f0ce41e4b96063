import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { isOpenIn, minuteOfWeek, minutesOfWeek } from '#domain/opening-hours.ts'
import type { Database } from '#platform/server/services.ts'
import { pageSize } from '../contract.ts'
import type { Changes } from './changes.server.ts'
import type { Found } from './merge.ts'
import type { Position } from './ranked-list.ts'

/** The minutes of the week in which it is open, as `openMinutes` has them, and by whose clock. */
type Week = { zone: string; spans: Uint16Array }
type Row = { id: number; open_minutes: string | null; time_zone: string | null }

/** What an item and its hours take in memory, about; many share their hours with others. */
const bytesEach = 200
/** So many different weeks are told apart before those that came first are forgotten. */
const mostWeeks = 20_000
/** Candidates looked at together: first about as many as fill a page, then more. */
const [firstLook, widestLook] = [128, 4_096]

export type OpenNow = {
  /** A page of those that are open then, taken from a list that is asked for piece by piece. */
  page(
    pull: (after: Position | null, count: number) => Found,
    after: Position | null,
    at: number,
  ): Promise<Found>
}

/** Keeps the hours of items that were asked for, within `bytes`, until they change. */
export function keepHours(database: Database, changes: Changes, bytes: number): OpenNow {
  const kept = new LRUCache<number, Week | false>({
    max: Math.max(1, Math.floor(bytes / bytesEach)),
  })
  const weeks = new Map<string, Week>()
  changes.follow({
    apply: async (changed) => changed.forEach(({ itemId }) => kept.delete(itemId)),
    forget: () => kept.clear(),
  })

  function weekOf({ open_minutes: minutes, time_zone: zone }: Row): Week | false {
    if (minutes === null || zone === null) return false
    const key = `${zone} ${minutes}`
    let week = weeks.get(key)
    if (!week) {
      if (weeks.size === mostWeeks) weeks.clear()
      week = { zone, spans: Uint16Array.from(minutes.match(/\d+/g) ?? [], Number) }
      weeks.set(key, week)
    }
    return week
  }

  /** Of those that aren't known, read at once. */
  async function read(ids: number[]): Promise<Map<number, Week | false>> {
    const look = changes.look()
    const { rows } = await changes.read(() =>
      sql<Row>`
        select id, open_minutes::text, time_zone from items where id = any (${ids}::integer[])`.execute(
        database,
      ),
    )
    const missed = changes.since(look)
    const stale = new Set(missed?.map(({ itemId }) => itemId))
    const found = new Map(rows.map((row) => [row.id, weekOf(row)]))
    if (missed) for (const id of ids) if (!stale.has(id)) kept.set(id, found.get(id) ?? false)
    return found
  }

  return {
    async page(pull, after, at) {
      const isOpen = openAt(at)
      const items: Found['items'] = []
      let from = after
      for (let count = firstLook; ; count = Math.min(count * 2, widestLook)) {
        const found = pull(from, count)
        if (!found.certain) return found
        // Taken before anything is read: it may give way meanwhile.
        const known = found.items.map(({ id }) => kept.get(id))
        const unknown = found.items.filter((_, n) => known[n] === undefined).map(({ id }) => id)
        const fresh = unknown.length > 0 ? await read(unknown) : null
        for (const [n, item] of found.items.entries()) {
          const week = known[n] ?? fresh?.get(item.id)
          if (!week || !isOpen(week)) continue
          if (items.length === pageSize) return { items, more: true, certain: true }
          items.push(item)
        }
        if (!found.more) return { items, more: false, certain: true }
        from = found.items.at(-1)!.position
      }
    },
  }
}

/** Each zone's own minute is reckoned once, each week looked at once. */
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

/** A zone that only the database knows has no hour here: nothing is open in it. */
function minuteIn(at: number, zone: string) {
  try {
    return minuteOfWeek(new Date(at), zone).minute
  } catch {
    return minutesOfWeek
  }
}
