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
type Merge = { id: number; from: number; into: number }

/** What a row that has just been stored said before. */
export const saidNothing = (id: number): Former => ({
  id,
  website: null,
  phone: null,
  opening_hours: null,
  cuisines: null,
})

/**
 * Gives the new facts of merged rows to the restaurants that they were merged into, where these say what the row said
 * before and that isn't corrected; the same for restaurants that were merged again.
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
    select id, from_id as "from", into_id as "into" from merges
     where from_id = any (${[...formerOf.keys()]}::integer[]) and kind = 'restaurant' and undone_at is null
     order by id for no key update skip locked`.execute(tx)
  if (merges.length === 0) return []
  const rowOf = await lockRows(tx, merges)
  const before = structuredClone(rowOf)
  const taken: { id: number; own: Partial<Facts> }[] = []
  for (const { id, from, into } of merges) {
    const stays = rowOf.get(into)
    if (!stays) continue
    const own = take(stays, before.get(from)!, formerOf.get(from)!)
    if (Object.keys(own).length > 0) taken.push({ id, own })
  }
  if (taken.length === 0) return []
  // Kept for `undo-merge`, and because the restaurant's own source tells nothing new while it repeats this. Of what the
  // merge found empty and filled in itself, that was nothing.
  await sql`
    update merges m
       set before = m.before || jsonb_build_object('own', given.own || (
             select coalesce(jsonb_object_agg(name, null), '{}') from jsonb_array_elements_text(m.before -> 'empty') name
              where given.own ? name) || coalesce(m.before -> 'own', '{}'))
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as given (id integer, own jsonb)
     where m.id = given.id`.execute(tx)
  const ids = new Set(taken.map(({ id }) => id))
  const changed = new Set(merges.filter(({ id }) => ids.has(id)).map(({ into }) => into))
  const columns = facts.map(([column]) => column)
  await sql`
    update restaurants s
       set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`incoming.${column}`)}`))}
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

/** Changes the restaurant that stays, and returns what it said itself of the facts that it took. */
function take(stays: Row, goes: Row, former: Former): Partial<Facts> {
  const own: Partial<Facts> = {}
  for (const [column, fact] of facts) {
    const isNews = !isDeepStrictEqual(goes[column], former[column])
    const isFormer = isDeepStrictEqual(stays[column], former[column])
    if (!isNews || !isFormer || stays.corrected.includes(fact)) continue
    Object.assign(own, { [column]: stays[column] })
    Object.assign(stays, { [column]: goes[column] })
  }
  return own
}
