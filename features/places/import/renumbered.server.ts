import { sql, type Transaction } from 'kysely'
import { milesBetween } from '#domain/position/miles.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { lacksHouseNumberOfSql } from './house-number.ts'
import { type Match, type NewPlace, withinDegreesSql } from './match-places.server.ts'
import { incomingPlacesSql } from './place-table.server.ts'

// A source sometimes gives a place another id: a mapper of OpenStreetMap draws the building in place of a point.

/** The ids of a file's places: those read so far, or all. */
export type IdsOfFile = { ids: ReadonlySet<string>; isAll: boolean }

type Known = {
  place_id: string
  id: number
  old: string
  into: number
  latitude: number
  longitude: number
}

/**
 * Matches new places with those that their own source had under an id that its file doesn't have: the same name within
 * 75 meters and the same phone, website or address with a house number. `waiting` are places that can't be decided until
 * the whole file is read. The nearest is taken, and each by one place; it may be deleted, and stays so.
 */
export async function matchRenumbered(
  tx: Transaction<DB>,
  rows: NewPlace[],
  file: IdsOfFile,
): Promise<{ matches: Match[]; waiting: Set<string> }> {
  if (rows.length === 0) return { matches: [], waiting: new Set() }
  const address = sql<string>`r.address`
  const { rows: found } = await sql<Known>`
    select incoming.place_id, r.id, r.place_id as old, coalesce(r.merged_into, r.id) as "into", r.latitude, r.longitude
      from ${incomingPlacesSql(rows)}
      join restaurants r on r.name_key = incoming.name_key and r.source = incoming.source and ${withinDegreesSql(0.0007)}
     where r.place_id <> incoming.place_id and incoming.place_id not like 'place:%'
       and (phone_key(r.phone) = phone_key(incoming.phone) or website_key(r.website) = website_key(incoming.website)
            or (r.address = incoming.address and ${lacksHouseNumberOfSql(sql`''`, address)}))`.execute(
    tx,
  )
  const byId = new Map(rows.map((row) => [row.place_id, row]))
  const gone = found
    .filter(({ old }) => !file.ids.has(old))
    .map((known) => ({ ...known, row: byId.get(known.place_id)! }))
  if (!file.isAll) return { matches: [], waiting: new Set(gone.map(({ place_id }) => place_id)) }
  const inOrder = gone
    .map((known) => ({ ...known, miles: milesBetween(known, known.row) }))
    .toSorted((a, b) => a.miles - b.miles || a.id - b.id)
  const [matched, taken] = [new Set<string>(), new Set<number>()]
  const matches = inOrder.filter(({ place_id, into }) => {
    if (matched.has(place_id) || taken.has(into)) return false
    matched.add(place_id)
    taken.add(into)
    return true
  })
  return {
    matches: matches.map(({ row, into, id }) => ({ row, into, replaces: id })),
    waiting: new Set(),
  }
}
