import { sql, type Transaction } from 'kysely'
import { transact } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { holdChanges } from './held-changes.server.ts'
import { addMerged, matchesOf } from './match-places.server.ts'
import { reopenPlaces, reportClosed } from './closed-places.server.ts'
import type { PlaceRow } from './place-row.server.ts'
import type { ClosedPlace } from './sources/source-place.ts'
import { asTable, change, each, storedPlaces } from './place-table.server.ts'
import { alsoKey, type Fact, facts, heldFor, type StoredPlace, update } from './update-place.ts'

type Tx = Transaction<DB>

export type Stored = {
  added: number
  changed: number
  /** Told of by another source before: kept as merged into that. */
  merged: number
  /** Under another made-up id here already. */
  twins: number
  held: number
  /** Closed at their source, and reported to the admins for it now. */
  reported: number
  facts: Partial<Record<Fact, number>>
  left: Partial<Record<Fact, number>>
}

/** Adds what is new, changes what has changed, leaves the rest untouched and holds what may be another place. */
export function storePlaces(
  database: Database,
  rows: PlaceRow[],
  closed: ClosedPlace[],
  bookmark: { file: string; rows: number },
  dryRun = false,
): Promise<Stored> {
  // In one order, so that two imports at once wait for each other instead of blocking each other.
  const sorted = rows.toSorted((a, b) => (a.place_id < b.place_id ? -1 : 1))
  const work = async (tx: Tx) => {
    const known = await storedPlaces(
      tx,
      sorted.map((row) => row.place_id),
    )
    const fresh = sorted.filter((row) => !known.has(row.place_id))
    const whole = fresh.map(wholeOf)
    const matches = await matchesOf(tx, whole)
    const matched = new Set(matches.map(({ row }) => row.place_id))
    const added = await add(
      tx,
      whole.filter((row) => !matched.has(row.place_id)),
    )
    const merged = await addMerged(tx, matches, new Date())
    const twins = fresh.length - added - merged
    const stored: Stored = {
      added,
      changed: 0,
      merged,
      twins,
      held: 0,
      reported: 0,
      facts: {},
      left: {},
    }
    const changes: StoredPlace[] = []
    const held: Parameters<typeof holdChanges>[1] = []
    for (const row of sorted) {
      const before = known.get(row.place_id)
      if (!before) continue
      const news = update(before, row)
      const reason = heldFor(before, news)
      if (reason) {
        held.push({ restaurant: before.id, reason, given: row })
        continue
      }
      if (news.changed.length > 0) stored.changed += 1
      for (const fact of news.changed) stored.facts[fact] = (stored.facts[fact] ?? 0) + 1
      for (const fact of news.left) stored.left[fact] = (stored.left[fact] ?? 0) + 1
      changes.push(news.row)
    }
    await change(tx, changes)
    stored.held = await holdChanges(tx, held)
    await reopenPlaces(tx, rows)
    stored.reported = await reportClosed(tx, closed, new Date())
    await tx
      .insertInto('place_imports')
      .values({ file: bookmark.file, rows_done: bookmark.rows })
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet({ rows_done: bookmark.rows, updated_at: sql`now()` }),
      )
      .execute()
    return stored
  }
  return dryRun ? takenBack(database, work) : transact(database, work)
}

/** Does it and takes it back: what would come of it. */
async function takenBack<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined
  const stop = new Error('This is taken back.')
  try {
    await transact(database, async (tx) => {
      done = { value: await work(tx) }
      throw stop
    })
  } catch (error) {
    if (error !== stop || !done) throw error
  }
  return done!.value
}

/** What has a made-up id has another one when its spot is rounded otherwise: it isn't added again. */
async function add(tx: Tx, rows: ReturnType<typeof wholeOf>[]): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into restaurants (place_id, ${each((name) => name)})
    select place_id, ${each((name) => name)} from ${asTable(rows, 'place_id text')}
     where not exists (
             select 1 from restaurants twin
              where twin.name_key = incoming.name_key
                and twin.source = incoming.source and incoming.place_id like 'place:%'
                and (twin.deleted_at is null or twin.merged_into is not null)
                and abs(twin.latitude - incoming.latitude) < 0.0007
                and abs(twin.longitude - incoming.longitude) * cos(radians(incoming.latitude)) < 0.0007)
     order by place_id
     on conflict (place_id) do nothing`.execute(tx)
  return Number(numAffectedRows)
}

const wholeOf = (row: PlaceRow) => ({
  ...row,
  address: row.address ?? row.city_label,
  also_key: alsoKey(row),
  told_at: toldAt(row),
})

function toldAt(row: PlaceRow): Record<string, number> {
  const { dated } = row
  if (dated === null) return {}
  const present = Object.entries(facts).filter(([, [column]]) => column in row)
  return Object.fromEntries(present.map(([fact]) => [fact, dated]))
}
