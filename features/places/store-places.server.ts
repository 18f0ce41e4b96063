import { sql } from 'kysely'
import { transact } from '#platform/server/database.ts'
import type { Database } from '#platform/server/services.ts'
import type { PlaceRow } from './import.server.ts'

const columns = [
  'name text',
  'name_key text',
  'address text',
  'latitude float8',
  'longitude float8',
  'cell5 bigint',
  'cell7 bigint',
  'city_id integer',
  'city_label text',
  'city_slug text',
  'time_zone text',
  'website text',
  'phone text',
  'opening_hours jsonb',
  'source text',
  'licence text',
]
const names = columns.map((column) => column.split(' ')[0]!)
const each = (of: (name: string) => string) => sql.raw(names.map(of).join(', '))

type Stored = { added: number; changed: number; twins: number }

/**
 * Adds what is new, changes what has changed, leaves the rest untouched. What another source has
 * already, the same name within some 75 metres, isn't added again: its votes would be split.
 */
export function storePlaces(
  database: Database,
  rows: PlaceRow[],
  bookmark: { file: string; rows: number },
): Promise<Stored> {
  // In one order, so that two imports at once wait for each other instead of blocking each other.
  const sorted = rows.toSorted((a, b) => (a.place_id < b.place_id ? -1 : 1))
  return transact(database, async (tx) => {
    const { rows: stored } = await sql<Stored>`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb)
          as given (place_id text, ${sql.raw(columns.join(', '))})
      ), fresh as materialized (
        select * from given where
          exists (select 1 from restaurants same where same.place_id = given.place_id)
          or not exists (
            select 1 from restaurants twin
             where twin.name_key = given.name_key and twin.source <> given.source
               and (twin.deleted_at is null or twin.merged_into is not null)
               and abs(twin.latitude - given.latitude) < 0.0007
               and abs(twin.longitude - given.longitude) * cos(radians(given.latitude)) < 0.0007)
      ), kept as (
        insert into restaurants (place_id, ${each((name) => name)})
        select place_id, ${each((name) => name)} from fresh order by place_id
        on conflict (place_id) do update set ${each((name) => `${name} = excluded.${name}`)}
         where (${each((name) => `restaurants.${name}`)})
               is distinct from (${each((name) => `excluded.${name}`)})
        returning xmax = 0 as added
      )
      select (select count(*)::int from kept where added) as added,
             (select count(*)::int from kept where not added) as changed,
             (select count(*)::int from given) - (select count(*)::int from fresh) as twins`.execute(
      tx,
    )
    await tx
      .insertInto('place_imports')
      .values({ file: bookmark.file, rows_done: bookmark.rows })
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet({ rows_done: bookmark.rows, updated_at: sql`now()` }),
      )
      .execute()
    return stored[0]!
  })
}
