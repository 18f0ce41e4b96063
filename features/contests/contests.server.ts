import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { contestNotFound, type Contest } from './contract.ts'

/** Returns all contests, or only the contest `id`, as everyone sees them; those that can still be won come first. */
export async function readContests(database: Database, now: Date, id?: number): Promise<Contest[]> {
  const { rows } = await sql<Contest>`
    select c.id, c.slug, c.title, c.prize, c.eligibility, c.category_ids as categories,
           jsonb_build_object('name', c.area, 'latitude', c.latitude, 'longitude', c.longitude, 'miles', c.miles) as area,
           ${isoTimestampSql('c.opens_at')} as "opensAt", ${isoTimestampSql('c.closes_at')} as "closesAt",
           coalesce(d.draws -> 0 ->> 'drawnAt', ${isoTimestampSql('c.draws_at')}) as "drawsAt",
           c.time_zone as "timeZone",
           case when d.draws is not null or c.entry_count = 0
                  or c.public_value_name is null and c.closes_at <= ${now} then 'past'
                when c.closes_at <= ${now} then 'closed'
                when c.opens_at > ${now} then 'coming' else 'open' end as state,
           c.public_value_name as "publicValueName", c.entry_count as "entryCount", c.list_hash as "listHash",
           coalesce(d.draws, '[]') as draws
      from contests c
     cross join lateral (
       select jsonb_agg(jsonb_build_object(
                'k', k, 'entry', entry, 'publicValue', public_value, 'reason', reason,
                'drawnAt', ${isoTimestampSql('drawn_at')}) order by k) as draws
         from contest_draws where contest_id = c.id) d
     where ${id ?? null}::integer is null or c.id = ${id ?? null}
     order by d.draws is not null or c.closes_at <= ${now}, c.draws_at desc, c.id`.execute(database)
  return rows
}

/** Throws `contestNotFound` if there is no such contest. */
export async function readContest(database: Database, now: Date, id: number): Promise<Contest> {
  const [contest] = await readContests(database, now, id)
  if (!contest) throw contestNotFound()
  return contest
}

/**
 * SQL for the entries in each contest that isn't closed: one per favorite saved in its dates, area and categories, and
 * four more with a photo. `n` is 0 for the favorite and 1 to 4 for its photo. They count if their member counts and
 * said that they may take part.
 */
const openEntriesSql = sql`
  select c.id as contest_id, y.id as yolo_id, y.user_id, part.n, u.counts and f.user_id is not null as counts
    from contests c
    join yolos y on y.created_at >= c.opens_at and y.created_at < c.closes_at
                and (c.category_ids = '{}' or y.category_id = any (c.category_ids))
    join items i on i.id = y.item_id and i.deleted_at is null
    join restaurants r on r.id = i.restaurant_id and r.deleted_at is null
    join users u on u.id = y.user_id and u.id not in (${sql.join(privilegedUserIds)})
    left join contest_confirmations f on f.contest_id = c.id and f.user_id = u.id
   cross join generate_series(0, 4) as part (n)
   where c.list_hash is null
     and miles_between(c.latitude, c.longitude, i.latitude, i.longitude) <= c.miles
     and (part.n = 0 or exists (select from photos p where p.yolo_id = y.id))`

/** SQL for all entries, whether their contest is closed or not. `number` is null before the closing. */
export const entriesSql = sql`
  (select contest_id, yolo_id, user_id, n, counts, null::integer as number from (${openEntriesSql}) open
    union all
   select contest_id, yolo_id, user_id, n, true, number from contest_entries)`

/**
 * Closes a contest and stores the numbered list of the entries that count now. Returns false if it is closed already.
 * Call it in a transaction.
 */
export async function storeEntries(tx: Database, id: number, now: Date): Promise<boolean> {
  const contest = await tx
    .selectFrom('contests')
    .select('id')
    .where('id', '=', id)
    .where('list_hash', 'is', null)
    .where('public_value_name', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!contest) return false
  await sql`
    insert into contest_entries (contest_id, number, user_id, yolo_id, n)
    select contest_id, row_number() over (order by yolo_id, n) - 1, user_id, yolo_id, n
      from (${openEntriesSql}) entry where contest_id = ${id} and counts`.execute(tx)
  const list = await listText(tx, id)
  await tx
    .updateTable('contests')
    .set({
      closes_at: sql`least(closes_at, ${now})`,
      entry_count: list === '' ? 0 : list.split(',').length,
      list_hash: createHash('sha256').update(list).digest('hex'),
    })
    .where('id', '=', id)
    .execute()
  return true
}

/** Returns the entries of a closed contest as the text whose SHA-256 is published. */
export async function listText(database: Database, id: number): Promise<string> {
  const { rows } = await sql<{ list: string | null }>`
    select string_agg(yolo_id::text, ',' order by number) as list from contest_entries
     where contest_id = ${id}`.execute(database)
  return rows[0]?.list ?? ''
}
