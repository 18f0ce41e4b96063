import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import { incomingPlacesSql } from './place-table.server.ts'
import type { StoredPlace } from './update-place.ts'

// A restaurant has facts of the rows that were merged into it (rules: imports). What such a row tells later reaches the
// restaurant, too.

type Tx = Transaction<DB>

/** Columns that a restaurant takes from a row merged into it, each with the name of the fact that members correct. */
export const factByMergedColumn = {
  website: 'website',
  phone: 'phone',
  opening_hours: 'hours',
  cuisines: 'cuisines',
} as const
const facts = Object.entries(factByMergedColumn) as [
  keyof typeof factByMergedColumn,
  (typeof factByMergedColumn)[keyof typeof factByMergedColumn],
][]

type Facts = Pick<StoredPlace, keyof typeof factByMergedColumn>
/** A row, and what it said before it changed. */
export type Former = Facts & { id: number }
type Row = Former & { corrected: string[] }
/** A merge, with the columns that the restaurant that stays lacked then. */
type Merge = { from: number; into: number; lacked: string[] }

/** What a row that has just been stored said before. */
export const saidNothing = (id: number): Former => ({
  id,
  website: null,
  phone: null,
  opening_hours: null,
  cuisines: null,
})

/**
 * Gives what merged rows tell newly to the restaurants that they were merged into, and to those that these were merged
 * into: facts that such a restaurant lacked at the merge, as long as it says of them what the row said before. What it
 * has from its own source or from a correction stays.
 */
export async function giveMergedFacts(tx: Tx, formers: Former[]): Promise<void> {
  let changed = formers
  while (changed.length > 0) changed = await giveOnce(tx, changed)
}

/** Returns what the restaurants that took a fact said before. */
async function giveOnce(tx: Tx, formers: Former[]): Promise<Former[]> {
  const formerOf = new Map(formers.map((former) => [former.id, former]))
  // A merge that is being undone gives nothing, and isn't waited for, because an undo locks it before its restaurants.
  const { rows: merges } = await sql<Merge>`
    select from_id as "from", into_id as "into", coalesce(before -> 'empty', '[]') as "lacked" from merges
     where from_id = any (${[...formerOf.keys()]}::integer[]) and kind = 'restaurant' and undone_at is null
     order by id for no key update skip locked`.execute(tx)
  if (merges.length === 0) return []
  const rowOf = await lockRows(tx, merges)
  const before = structuredClone(rowOf)
  const changed = new Set<number>()
  for (const { from, into, lacked } of merges)
    for (const [column, fact] of facts) {
      const [stays, goes, former] = [rowOf.get(into), before.get(from), formerOf.get(from)]
      if (!stays || !goes || !former) continue
      const isNews = !isDeepStrictEqual(goes[column], former[column])
      const isFormer = isDeepStrictEqual(stays[column], former[column])
      if (!isNews || !isFormer || !lacked.includes(column) || stays.corrected.includes(fact))
        continue
      Object.assign(stays, { [column]: goes[column] })
      changed.add(into)
    }
  if (changed.size === 0) return []
  await sql`
    update restaurants s
       set ${sql.join(facts.map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`incoming.${column}`)}`))}
      from ${incomingPlacesSql([...changed].map((id) => rowOf.get(id)!))}
     where s.id = incoming.id`.execute(tx)
  return [...changed].map((id) => before.get(id)!)
}

async function lockRows(tx: Tx, merges: Merge[]): Promise<Map<number, Row>> {
  const ids = [...new Set(merges.flatMap(({ from, into }) => [from, into]))]
  const { rows } = await sql<Row>`
    select id, website, phone, opening_hours, cuisines, corrected from restaurants
     where id = any (${ids}::integer[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
