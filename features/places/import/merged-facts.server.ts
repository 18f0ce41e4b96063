import { sql, type Transaction } from 'kysely'
import { operatorActor } from '#domain/audit.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { type ComparedPlace, reasonToHold } from './update-place.ts'

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
const facts = Object.entries(factByMergedColumn)

type Merge = {
  id: number
  into: number
  byImport: boolean
  stays: ComparedPlace
  goes: ComparedPlace
}

/**
 * SQL for whether the restaurant `s` takes a fact from the row `g` that was merged into it by `m`: it lacked the fact at
 * the merge and says of it nothing, or what it was given last. What it has from its own source or from a correction stays.
 */
const isTakenSql = (column: string, fact: string) => {
  const [here, there] = [sql.ref(`s.${column}`), sql.ref(`g.${column}`)]
  return sql<boolean>`(
    m.before -> 'empty' ? ${column} and ${here} is distinct from ${there} and not ${fact} = any (s.corrected)
    and (${here} is null or to_jsonb(${here}) = m.before -> 'gave' -> ${column}))`
}

/**
 * Gives facts of these rows to the restaurants that they were merged into, and to those that these were merged into. Where
 * an import merged them, only while the two are near each other and their names are related.
 */
export async function giveMergedFacts(tx: Tx, ids: number[]): Promise<void> {
  let giving = ids
  while (giving.length > 0) giving = await giveOnce(tx, giving)
}

/** Returns the ids of the restaurants that took a fact. */
async function giveOnce(tx: Tx, ids: number[]): Promise<number[]> {
  const merges = (await lockMerges(tx, ids)).filter(
    ({ byImport, stays, goes }) => !byImport || reasonToHold(stays, goes) === null,
  )
  if (merges.length === 0) return []
  const into = merges.map((merge) => merge.into)
  await sql`
    select from restaurants where id = any (${into}::integer[]) order by id for no key update`.execute(
    tx,
  )
  const taking = new Set<number>()
  for (const [column, fact] of facts)
    for (const id of await give(tx, { column, fact, merges })) taking.add(id)
  return [...taking]
}

/**
 * Locks the merges by which a restaurant takes a fact. One that is being undone gives nothing, and isn't waited for,
 * because an undo locks it before its restaurants.
 */
async function lockMerges(tx: Tx, ids: number[]): Promise<Merge[]> {
  const taken = facts.map(([column, fact]) => isTakenSql(column, fact))
  const [stays, goes] = ['e', 'g'].map(
    (place) => sql`(
      select to_jsonb(compared) from (select ${sql.raw(`${place}.latitude, ${place}.longitude, ${place}.name_key, ${place}.name_en`)}) compared)`,
  )
  const { rows } = await sql<Merge>`
    select m.id, m.into_id as "into", m.actor_id = ${operatorActor.id} as "byImport", ${stays} as stays, ${goes} as goes
      from merges m join restaurants g on g.id = m.from_id join restaurants s on s.id = m.into_id
      -- Where several were merged one into the other, the one in between stays where it was then.
      join restaurants e on e.id = g.merged_into
     where m.from_id = any (${ids}::integer[]) and m.kind = 'restaurant' and m.undone_at is null
       and (${sql.join(taken, sql` or `)})
     order by m.id for no key update of m skip locked`.execute(tx)
  return rows
}

/** Gives one fact, by the oldest of several merges, records its value, and returns the ids of the restaurants. */
async function give(
  tx: Tx,
  { column, fact, merges }: { column: string; fact: string; merges: Merge[] },
): Promise<number[]> {
  const value = sql.ref(`g.${column}`)
  const { rows } = await sql<{ id: number }>`
    with giving as materialized (
      select distinct on (m.into_id) m.id, m.into_id, ${value} as value
        from merges m join restaurants g on g.id = m.from_id join restaurants s on s.id = m.into_id
       where m.id = any (${merges.map(({ id }) => id)}::integer[]) and ${isTakenSql(column, fact)}
       order by m.into_id, m.id),
    given as (
      update restaurants s set ${sql.ref(column)} = giving.value from giving where s.id = giving.into_id)
    update merges m
       set before = m.before || jsonb_build_object(
             'gave', coalesce(m.before -> 'gave', '{}') || jsonb_build_object(${column}::text, giving.value))
      from giving where m.id = giving.id
    returning m.into_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}
