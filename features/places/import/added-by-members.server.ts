import { sql, type Transaction } from 'kysely'
import { operatorActor } from '#domain/audit.ts'
import { lockYolosWithoutWaiting } from '#domain/locks/lock-order.ts'
import { inOpenContestSql } from '#domain/open-contests.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { lacksHouseNumberOfSql } from './house-number.ts'
import { columnsByFact, type ComparedPlace, isRenamed } from './update-place.ts'

// A restaurant that a member added has that member's address and pin. Once an import brings it, too, the import's row is
// merged into it, and its address and position are the import's from then on, unless they are corrected (rules: imports).

type Tx = Transaction<DB>

const { address, position } = columnsByFact
const takenFacts = { address, position }
type TakenFact = keyof typeof takenFacts
/** A restaurant, and the import's row that was merged into it. */
type Pair = { id: number; given: number }
type Named = Pick<ComparedPlace, 'name_key' | 'name_en'>
/** The merge that made them one, and whether the restaurant has taken the fact from that row before. */
type Giving = Pair & { merge: number; taken: boolean }

/**
 * SQL for whether an import's row `g` tells a fact to the restaurant `s`. One without an address has its city's label
 * instead, and one without a house number tells nothing to an address with one.
 */
const isToldSql = (fact: TakenFact) =>
  fact === 'address'
    ? sql`(g.address <> g.city_label and not ${lacksHouseNumberOfSql(sql`g.address`, sql`s.address`)})`
    : sql`true`

/**
 * Gives restaurants that members added the address and position of the import's rows with these place ids that were
 * merged into them. A restaurant in the area of an open contest doesn't move.
 */
export async function updateFromImports(tx: Tx, placeIds: string[], at: Date): Promise<void> {
  for (const [name, columns] of Object.entries(takenFacts)) {
    const fact = name as TakenFact
    const differing = await lockDiffering(tx, { fact, columns, placeIds, at })
    if (differing.length === 0) continue
    const giving = await givingOf(tx, fact, differing)
    if (giving.length === 0) continue
    const ids = giving.map(({ id }) => id)
    if (fact === 'position') await lockYolosWithoutWaiting(tx, ids)
    await recordTaken(tx, fact, giving)
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`g.${column}`)}`)
    await sql`
      update restaurants s set ${sql.join(sets)}
        from jsonb_to_recordset(${JSON.stringify(giving)}::jsonb) as pair (id integer, given integer)
        join restaurants g on g.id = pair.given
       where s.id = pair.id`.execute(tx)
  }
}

type Asked = {
  fact: TakenFact
  columns: readonly string[]
  placeIds: string[]
  at: Date
}

/**
 * Locks the restaurants whose fact isn't the import's, and returns their ids with those of the import's rows. A row of
 * quite another name is another place by now.
 */
async function lockDiffering(tx: Tx, { fact, columns, placeIds, at }: Asked): Promise<Pair[]> {
  const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
  const [here, there] = ['s', 'g'].map((row) => ({
    latitude: sql.ref(`${row}.latitude`),
    longitude: sql.ref(`${row}.longitude`),
  }))
  const mayMove = fact === 'position' ? sql`not ${inOpenContestSql(at, here!, there!)}` : sql`true`
  const { rows } = await sql<Pair & { stays: Named; goes: Named }>`
    select s.id, g.id as given, jsonb_build_object('name_key', s.name_key, 'name_en', s.name_en) as stays,
           jsonb_build_object('name_key', g.name_key, 'name_en', g.name_en) as goes
      from restaurants g join restaurants s on s.id = g.merged_into
     where g.place_id = any (${placeIds}::text[]) and s.deleted_at is null and (${of('s')}) is distinct from (${of('g')})
       and s.source = 'member' and not ${fact} = any (s.corrected) and ${isToldSql(fact)} and ${mayMove}
     order by s.id for no key update of s`.execute(tx)
  return rows.filter(({ stays, goes }) => !isRenamed(stays, goes))
}

/**
 * Returns those of the pairs whose row gives the fact: the one that it was taken from, or else the first that tells it. A
 * merge that is being undone gives nothing, and isn't waited for, because an undo locks it before its restaurants.
 */
async function givingOf(tx: Tx, fact: TakenFact, pairs: Pair[]): Promise<Giving[]> {
  const ids = pairs.map(({ id }) => id)
  const { rows } = await sql<Giving>`
    with telling as (
      select m.id, m.into_id, coalesce(m.before -> 'taken' ? ${fact}, false) as taken, ${isToldSql(fact)} as told
        from merges m join restaurants g on g.id = m.from_id join restaurants s on s.id = m.into_id
       where m.into_id = any (${ids}::integer[]) and m.kind = 'restaurant'
         and m.undone_at is null and m.actor_id = ${operatorActor.id}),
    first as (
      select distinct on (into_id) id, taken from telling where taken or told order by into_id, taken desc, id)
    select m.into_id as id, m.from_id as given, m.id as merge, first.taken
      from first join merges m on m.id = first.id
     order by m.id for no key update of m skip locked`.execute(tx)
  const given = new Set(pairs.map((pair) => `${pair.id} ${pair.given}`))
  return rows.filter((row) => given.has(`${row.id} ${row.given}`))
}

/** Records what restaurants have before they take a fact from an import's row, so that an undo restores it. */
async function recordTaken(tx: Tx, fact: TakenFact, giving: Giving[]): Promise<void> {
  const columns = takenFacts[fact]
  await sql`
    update merges m
       set before = m.before || jsonb_build_object(
             'taken', coalesce(m.before -> 'taken', '{}') || ${JSON.stringify({ [fact]: columns })}::jsonb,
             'had', coalesce(m.before -> 'had', '{}') || (
               select jsonb_object_agg(had.key, had.value) from jsonb_each(to_jsonb(s)) had
                where had.key = any (${[...columns]}::text[])))
      from restaurants s
     where s.id = m.into_id and m.id = any (${giving.filter(({ taken }) => !taken).map(({ merge }) => merge)}::integer[])`.execute(
    tx,
  )
}
