import { audited, operator } from '#domain/audit.ts'
import { sql, type Transaction } from 'kysely'
import { CannotUndo, NoSuchMerge, type MergeRow, type Undoer } from './merge-row.server.ts'
import { returnReports } from './returns.server.ts'
import { undoItemMerge } from './undo-items.server.ts'
import { transact } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { filledIn, lock } from './restaurants.server.ts'

type Tx = Transaction<DB>
type Row = MergeRow & {
  kind: Undone['kind']
  part_of: number | null
  undone_at: Date | null
}
export type Undone = {
  kind: 'item' | 'restaurant'
  from: number
  into: number
  stillJoined: number
}

/** Undoes a merging by its number, all or nothing but for favourites that were changed since. */
export const undoMerge = (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: number,
  by: Undoer = operator,
) =>
  transact(database, async (tx): Promise<Undone> => {
    const merge = await mergeOf(tx, id)
    if (!merge) throw new NoSuchMerge(`There is no merging ${id}.`)
    if (merge.undone_at) throw new CannotUndo(`Merging ${id} is undone already.`)
    if (merge.part_of)
      throw new CannotUndo(
        `It is a part of the merging ${merge.part_of} of two restaurants: undo that.`,
      )
    const at = clock.now()
    const stillJoined =
      merge.kind === 'item'
        ? await undoItemMerge(tx, merge, at, by)
        : await undoRestaurants(tx, merge, at, by)
    await tx
      .updateTable('merges')
      .set({ undone_at: at })
      .where((is) => is.or([is('id', '=', id), is('part_of', '=', id)]))
      .execute()
    const undone = { kind: merge.kind, from: merge.from_id, into: merge.into_id, stillJoined }
    await audited(tx, by, `${merge.kind}.undo-merge`, `${merge.kind} ${merge.into_id}`, {
      before: { merge: id },
      after: undone,
      at,
    })
    return undone
  })

async function mergeOf(tx: Tx, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from merges where id = ${id} for update`.execute(tx)
  return rows[0]
}

async function undoRestaurants(tx: Tx, merge: Row, at: Date, by: Undoer): Promise<number> {
  const { from_id: from, into_id: into, before } = merge
  await lock(tx, [from, into])
  const { rows } = await sql<{ fine: boolean }>`
    select g.merged_into = ${into} and s.deleted_at is null as fine
      from restaurants g join restaurants s on s.id = ${into} where g.id = ${from}`.execute(tx)
  if (!rows[0]?.fine)
    throw new CannotUndo('One of the two was merged again or deleted since: undo that first.')
  await sql`
    update items i
       set restaurant_id = r.id, latitude = r.latitude, longitude = r.longitude, cell5 = r.cell5
      from restaurants r
     where r.id = ${from} and i.id = any (${before.items ?? []}::integer[]) and i.restaurant_id = ${into}`.execute(
    tx,
  )
  const { rows: parts } = await sql<Row>`
    select * from merges where part_of = ${merge.id} and undone_at is null order by id desc`.execute(
    tx,
  )
  let stillJoined = 0
  for (const part of parts) stillJoined += await undoItemMerge(tx, part, at, by)
  // What was filled in goes again where it is still what the other has.
  for (const column of filledIn.filter((one) => before.empty?.includes(one)))
    await sql`
      update restaurants s set ${sql.ref(column)} = null from restaurants g
       where s.id = ${into} and g.id = ${from} and s.${sql.ref(column)} = g.${sql.ref(column)}`.execute(
      tx,
    )
  for (const [fact, columns] of Object.entries(before.taken ?? {}))
    await leaveTaken(tx, merge, fact, columns)
  await sql`update restaurants set deleted_at = null, merged_into = null where id = ${from}`.execute(
    tx,
  )
  await sql`
    update restaurants set merged_into = ${from}
     where id = any (${before.followers}::integer[]) and merged_into = ${into}`.execute(tx)
  await returnReports(tx, merge, 'restaurant')
  await sql`delete from merge_parts where merge_id = ${merge.id}`.execute(tx)
  return stillJoined
}

/** What the one that stayed took as corrected, unless it was corrected there since. */
async function leaveTaken(tx: Tx, merge: Row, fact: string, columns: string[]) {
  await sql`
    update restaurants s
       set corrected = array_remove(s.corrected, ${fact}),
           ${sql.join(columns.map((column) => sql`${sql.ref(column)} = had.${sql.ref(column)}`))}
      from merges m, jsonb_populate_record(null::restaurants, m.before -> 'had') had
     where s.id = ${merge.into_id} and m.id = ${merge.id}
       and not exists (select from restaurant_corrections c where c.restaurant_id = s.id and c.field = ${fact}
                          and c.applied_at is not null and c.undone_at is null)`.execute(tx)
}
