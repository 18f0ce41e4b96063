import { PassThrough } from 'node:stream'
import { sql, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { csvOf } from '#platform/text/csv.ts'
import { contestNotFound } from './contract.ts'

const columns = [
  'entry',
  'kind',
  'counts',
  'member',
  'userName',
  'email',
  'yolo',
  'item',
  'restaurant',
]
const atOnce = 1_000

type ExportRequest = { id: number; viewer: Viewer; at: Date }

/**
 * Returns all entries of a contest at one moment, as CSV. The export is recorded in the audit log before the first
 * entry is sent. Entries are fetched with a cursor, so that no statement takes long and other requests are answered in
 * between. A slow client doesn't keep the database busy, because entries are buffered here until it reads them.
 */
export async function exportedEntries(
  database: Database,
  request: ExportRequest,
): Promise<PassThrough> {
  await transact(database, (tx) => auditExport(tx, request))
  const file = new PassThrough()
  // Nothing else listens for errors until the response has begun.
  file.on('error', () => {})
  const begun = Promise.withResolvers<void>()
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`declare exported no scroll cursor for ${entriesOf(request.id)}`.execute(tx)
      let rows = await next(tx)
      file.write(csvOf([columns]))
      begun.resolve()
      while (rows.length > 0 && !file.destroyed) {
        file.write(csvOf(rows))
        rows = await next(tx)
      }
      file.end()
    })
    .catch((error: Error) => {
      begun.reject(error)
      file.destroy(error)
    })
  await begun.promise
  return file
}

async function auditExport(tx: Transaction<DB>, { id, viewer, at }: ExportRequest) {
  const { rows } = await sql<{ entries: number }>`
    select (select count(*)::integer from contest_entries e where e.contest_id = c.id) as entries
      from contests c where c.id = ${id}`.execute(tx)
  const [after] = rows
  if (!after) throw contestNotFound()
  await recordAudit(tx, viewer, 'contest.export', `contest ${id}`, { before: {}, after, at })
}

async function next(tx: Transaction<DB>) {
  const { rows } = await sql<
    Record<string, unknown>
  >`fetch ${sql.lit(atOnce)} from exported`.execute(tx)
  return rows.map((row) => columns.map((column) => row[column]))
}

// The id is a literal because the declaration of a cursor takes no parameters.
const entriesOf = (id: number) => sql`
  select e.id as entry, case e.n when 0 then 'yolo' else 'photo' end as kind,
         case when member.user_id is not null or frozen.id is not null then 'yes' else 'no' end as counts,
         u.id as member, u.user_name as "userName", u.email, e.yolo_id as yolo, i.name as item, r.name as restaurant
    from contest_entries e
    join contests c on c.id = e.contest_id
    left join lateral contest_entrants(case when c.entries is null then c.id end) member on member.user_id = e.user_id
    left join (select unnest(entries) as id from contests where id = ${sql.lit(id)}) frozen on frozen.id = e.id
    join users u on u.id = e.user_id
    left join yolos y on y.id = e.yolo_id
    left join items i on i.id = y.item_id
    left join restaurants r on r.id = i.restaurant_id
   where e.contest_id = ${sql.lit(id)} order by e.id`
