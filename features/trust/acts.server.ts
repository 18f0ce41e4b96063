import { sql } from 'kysely'
import type { Database, Services } from '#platform/server/services.ts'

/**
 * SQL for what these members did for or against restaurants: `restaurant_id, item_id, user_id, at, kind`. A vote that
 * was taken back is of the kind 'withdrawn': the restaurant must be counted again, but the vote doesn't count as an act
 * there, because a vote that is taken back costs nothing. Each dish is looked up separately (lateral, offset 0),
 * because a join would read all dishes of the site for every thousand members.
 */
const actsOf = (ids: number[]) => sql`
  select i.restaurant_id, a.*
    from (select item_id, user_id, created_at as at, 'vote' as kind from votes where user_id = any (${ids}::integer[])
          union all
          select item_id, user_id, created_at, 'favourite' from yolos where user_id = any (${ids}::integer[])
          union all
          select item_id, user_id, withdrawn_at, 'withdrawn' from withdrawn_votes where user_id = any (${ids}::integer[])
          union all
          select item_id, user_id, created_at, 'report' from item_reports where user_id = any (${ids}::integer[])) a
   cross join lateral (select restaurant_id from items where id = a.item_id offset 0) i
  union all
  select restaurant_id, null, user_id, created_at, 'report' from restaurant_reports
   where user_id = any (${ids}::integer[])`

/**
 * Updates the summary of what these members did (`member_acts`). Returns the restaurants whose counts
 * (`restaurant_usual`) must be updated, too.
 */
export async function updateMemberActs(database: Database, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ restaurant: number }>`
    with done as (
      select user_id, restaurant_id, min(at) as first_at, (array_agg(item_id order by at))[1] as item,
             count(*) filter (where kind = 'vote')::integer as votes,
             count(*) filter (where kind = 'favourite')::integer as favourites,
             count(*) filter (where kind = 'report')::integer as reports,
             bool_and(kind = 'withdrawn') as withdrawn
        from (${actsOf(ids)}) a group by user_id, restaurant_id),
    placed as (
      select d.*, row_number() over (partition by user_id order by withdrawn, first_at, restaurant_id) as place from done d),
    stale as (
      delete from member_acts m where m.user_id = any (${ids}::integer[])
         and not exists (select from done d where d.user_id = m.user_id and not d.withdrawn) returning first_restaurant),
    kept as (
      insert into member_acts as m
        (user_id, first_restaurant, first_item, first_at, elsewhere_at, joined_at, votes, favourites, reports)
      select p.user_id, min(p.restaurant_id) filter (where p.place = 1),
             min(p.item) filter (where p.place = 1), min(p.first_at) filter (where p.place = 1),
             min(p.first_at) filter (where p.place > 1 and not p.withdrawn), u.created_at,
             sum(p.votes)::integer, sum(p.favourites)::integer, sum(p.reports)::integer
        from placed p join users u on u.id = p.user_id group by p.user_id, u.created_at
      having not bool_and(p.withdrawn) order by p.user_id
      on conflict (user_id) do update
        set (first_restaurant, first_item, first_at, elsewhere_at, votes, favourites, reports)
            = (excluded.first_restaurant, excluded.first_item, excluded.first_at, excluded.elsewhere_at,
               excluded.votes, excluded.favourites, excluded.reports)
        where (m.first_restaurant, m.first_item, m.first_at, m.elsewhere_at, m.votes, m.favourites, m.reports)
              is distinct from (excluded.first_restaurant, excluded.first_item, excluded.first_at,
                                excluded.elsewhere_at, excluded.votes, excluded.favourites, excluded.reports))
    select restaurant_id as restaurant from done union select first_restaurant from stale`.execute(
    database,
  )
  return rows.map(({ restaurant }) => restaurant)
}

/** How many days votes that were taken back are remembered (docs/ranking.md). */
const keptDays = 90

export async function forgetWithdrawnVotes({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>) {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
  await database.deleteFrom('withdrawn_votes').where('withdrawn_at', '<', before).execute()
}

const seeds = [0, 1, 2, 3, 4, 5]
const rows = 3

/**
 * Stores a hash per band for each of these members with at least `least` votes, made of three MinHashes of the dishes
 * that they voted for. Members with similar votes probably have the same hash in some band.
 */
export const hashVotes = (database: Database, ids: number[], least: number) =>
  sql`
    with gone as (delete from vote_bands where user_id = any (${ids}::integer[])
                   and user_id not in (select user_id from votes where user_id = any (${ids}::integer[])
                                        group by user_id having count(*) >= ${least}))
    insert into vote_bands (user_id, band, hash)
    select user_id, band, hash from (
      select v.user_id, ${sql.join(
        seeds.map(
          (band) =>
            sql`hashtextextended(concat_ws(' ', ${sql.join(
              Array.from(
                { length: rows },
                (_, row) => sql`min(hashint8extended(v.item_id, ${sql.lit(band * rows + row)}))`,
              ),
            )}), 0) as ${sql.ref(`b${band}`)}`,
        ),
      )}
        from votes v where v.user_id = any (${ids}::integer[])
       group by v.user_id having count(*) >= ${least}) h
     cross join lateral (values ${sql.join(
       seeds.map((band) => sql`(${sql.lit(band)}::smallint, ${sql.ref(`h.b${band}`)})`),
     )}) bands (band, hash)
     order by user_id, band
    on conflict (user_id, band) do update set hash = excluded.hash where vote_bands.hash <> excluded.hash`.execute(
    database,
  )
