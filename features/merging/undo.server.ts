import { audited, operator } from '#domain/audit.ts'
import { sql } from 'kysely'
import { CannotUndo, NoSuchMerge, type MergeRow, type Undoer } from './merge-row.server.ts'
import { undoItems } from './items.server.ts'
import { transact } from '#platform/server/database.ts'
import type { Services } from '#platform/server/services.ts'
import { undoRestaurants } from './restaurants.server.ts'

type Row = MergeRow & {
  kind: 'item' | 'restaurant'
  part_of: number | null
  undone_at: Date | null
}
type Undone = {
  kind: Row['kind']
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
    const { rows } = await sql<Row>`select * from merges where id = ${id} for update`.execute(tx)
    const merge = rows[0]
    if (!merge) throw new NoSuchMerge(`There is no merging ${id}.`)
    if (merge.undone_at) throw new CannotUndo(`Merging ${id} is undone already.`)
    if (merge.part_of)
      throw new CannotUndo(
        `It is a part of the merging ${merge.part_of} of two restaurants: undo that.`,
      )
    const at = clock.now()
    const stillJoined =
      merge.kind === 'item'
        ? await undoItems(tx, merge, at, by)
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
