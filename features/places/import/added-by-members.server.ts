import { type RawBuilder, sql, type Transaction } from 'kysely'
import { operatorActor } from '#domain/audit.ts'
import { lockYolosWithoutWaiting } from '#domain/locks/lock-order.ts'
import { inOpenContestSql } from '#domain/open-contests.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { columnsByFact } from './update-place.ts'

// A restaurant that a member added has that member's address and pin. Once an import brings it, too, the import's row is
// merged into it, and its address and position are the import's from then on, unless they are corrected (rules: imports).

type Tx = Transaction<DB>

const { address, position } = columnsByFact
const takenFacts = { address, position }
type TakenFact = keyof typeof takenFacts

/** SQL for whether an import's row tells a fact. One without an address has its city's label instead. */
const isToldSql = (row: string, fact: RawBuilder<unknown>) =>
  sql`(${fact} <> 'address' or ${sql.ref(`${row}.address`)} <> ${sql.ref(`${row}.city_label`)})`

/**
 * SQL for what the record of a merge of the import's row `g` into `s` says, so that an undo restores it: the facts that
 * `s` takes from `g`, with their columns, and the values that it had. A fact comes from the first row that tells it.
 */
export const takenFromImportSql = sql`
  case when s.source = 'member' then jsonb_build_object(
    'taken', (select coalesce(jsonb_object_agg(f.fact, f.columns), '{}')
                from jsonb_each(${JSON.stringify(takenFacts)}::jsonb) as f (fact, columns)
               where not f.fact = any (s.corrected) and ${isToldSql('g', sql`f.fact`)} and not exists (
                 select from restaurants o
                  where o.merged_into = s.id and o.id < g.id and o.source <> 'member' and ${isToldSql('o', sql`f.fact`)})),
    'had', (select jsonb_object_agg(f.key, f.value) from jsonb_each(to_jsonb(s)) f
             where f.key = any (${[...address, ...position]}::text[])))
  else '{}' end`

/**
 * Gives restaurants that members added the address and position of the import's rows with these place ids that were
 * merged into them. A restaurant in the area of an open contest doesn't move.
 */
export async function updateFromImports(tx: Tx, placeIds: string[], at: Date): Promise<void> {
  for (const [fact, columns] of Object.entries(takenFacts)) {
    const pairs = await differing(tx, { fact: fact as TakenFact, columns, placeIds, at })
    if (pairs.length === 0) continue
    const ids = pairs.map(({ id }) => id)
    if (fact === 'position') await lockYolosWithoutWaiting(tx, ids)
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`g.${column}`)}`)
    await sql`
      update restaurants s set ${sql.join(sets)}
        from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (id integer, given integer)
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

/** Locks the restaurants whose fact isn't the import's, and returns their ids with those of the import's rows. */
async function differing(tx: Tx, { fact, columns, placeIds, at }: Asked) {
  const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
  const [here, there] = ['s', 'g'].map((row) => ({
    latitude: sql.ref(`${row}.latitude`),
    longitude: sql.ref(`${row}.longitude`),
  }))
  const mayMove = fact === 'position' ? sql`not ${inOpenContestSql(at, here!, there!)}` : sql`true`
  // Materialized, because `merges` has no index for it and mostly nothing differs.
  const { rows } = await sql<{ id: number; given: number }>`
    with differing as materialized (
      select s.id, g.id as given
        from restaurants g join restaurants s on s.id = g.merged_into
       where g.place_id = any (${placeIds}::text[]) and s.deleted_at is null and (${of('s')}) is distinct from (${of('g')})
         and s.source = 'member' and not ${fact} = any (s.corrected) and ${isToldSql('g', sql`${fact}`)} and ${mayMove}
       order by s.id for no key update of s)
    select d.id, d.given from differing d
      join merges m on m.from_id = d.given and m.into_id = d.id
     where m.kind = 'restaurant' and m.undone_at is null and m.actor_id = ${operatorActor.id}
       and m.before -> 'taken' ? ${fact}`.execute(tx)
  return rows
}
