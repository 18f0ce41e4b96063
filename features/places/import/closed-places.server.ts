import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import type { PlaceRow } from './place-row.server.ts'
import type { ClosedPlace } from './sources/source-place.ts'

type Tx = Transaction<DB>

/** Tells the admins of places that are closed at their source; what they decided before stands until the source says so again. */
export async function reportClosed(tx: Tx, closed: ClosedPlace[], at: Date): Promise<number> {
  if (closed.length === 0) return 0
  const { rows } = await sql`
    insert into source_closures (told_id, source, dated, told_at)
    select r.id, told.source, told.dated, ${at}
      from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as told ("placeId" text, source text, dated bigint)
      join restaurants r on r.place_id = told."placeId" and (r.deleted_at is null or r.merged_into is not null)
     order by r.id
        on conflict (told_id) do update
       set source = excluded.source, dated = excluded.dated, told_at = excluded.told_at, settled_at = null
     where source_closures.settled_at is not null and excluded.dated > source_closures.dated
    returning told_id`.execute(tx)
  return rows.length
}

/** Open again, says the same source, and not earlier: nobody is asked any more. */
export async function reopenPlaces(tx: Tx, rows: PlaceRow[]): Promise<void> {
  if (rows.length === 0) return
  const open = rows.map(({ place_id, dated }) => ({ place_id, dated }))
  await sql`
    delete from source_closures c
     using jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as told (place_id text, dated bigint)
      join restaurants r on r.place_id = told.place_id
     where c.told_id = r.id and coalesce(told.dated >= c.dated, true)`.execute(tx)
}
