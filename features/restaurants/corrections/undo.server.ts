import { sql } from 'kysely'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { currentOf, remember, setFact, type Tx } from './apply.server.ts'
import { changedMeanwhile } from './contract.ts'
import { type Row, writeDown } from './take-over.server.ts'

/** What stood before a correction stands again: it is undone with all later ones of the same fact. */
export async function undo(services: Services, tx: Tx, row: Row, viewer: Viewer): Promise<void> {
  const { restaurant_id: restaurant, field } = row
  const { rows } = await sql<{ id: number; after: unknown; stands: boolean }>`
    select c.id, c.after, c.after = ${currentOf(field)} as stands
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where c.restaurant_id = ${restaurant} and c.field = ${field} and c.undone_at is null
       and (c.applied_at, c.id) >= (select applied_at, id from restaurant_corrections where id = ${row.id})
     order by c.applied_at, c.id`.execute(tx)
  const newest = rows.at(-1)
  if (!newest?.stands) throw changedMeanwhile()
  await setFact(services, tx, { restaurant, field, value: row.before, by: 'admin' })
  await tx
    .updateTable('restaurant_corrections')
    .set({ undone_at: services.clock.now() })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  // One that came with a merging counts too.
  const earlier = await tx
    .selectFrom('restaurant_corrections as c')
    .innerJoin('restaurants as r', 'r.id', 'c.restaurant_id')
    .select('c.id')
    .where((is) => is.or([is('r.id', '=', restaurant), is('r.merged_into', '=', restaurant)]))
    .where('c.field', '=', field)
    .where('c.applied_at', 'is not', null)
    .where('c.undone_at', 'is', null)
    .executeTakeFirst()
  await remember(tx, restaurant, field, earlier !== undefined)
  await writeDown(services, tx, viewer, 'uncorrect', row, newest.after, row.before)
}
