import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { cellOf } from '../../domain/position/distance.ts'
import { nameKeys } from '../../features/accounts/names/user-name.ts'
import type { Database } from '../../platform/server/services.ts'
import type { Act, Dish, Member, Restaurant } from './model.ts'

// Writes what people do in a simulation into the product's own tables, with its triggers, one day at a time.

const json = (rows: unknown[]) => sql`${JSON.stringify(rows)}::json`
const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const hashed = (network: string) => createHash('sha256').update(network).digest('hex').slice(0, 32)

export async function build(database: Database, restaurants: Restaurant[], dishes: Dish[]) {
  const places = restaurants.map((one) => ({
    id: one.id,
    name: `Place ${one.id}`,
    latitude: one.latitude,
    longitude: one.longitude,
    cell5: String(cellOf(one, 5)),
    cell7: String(cellOf(one, 7)),
    at: time(one.opens),
  }))
  await sql`
    insert into restaurants (id, place_id, name, name_key, address, latitude, longitude, cell5, cell7,
                             city_label, city_slug, time_zone, source, created_at)
    overriding system value
    select id, 'simulated:' || id, name, lower(name), '1 Street', latitude, longitude, cell5, cell7,
           'New York, NY, US', 'new-york-ny-us', 'America/New_York', 'simulated', at
      from json_to_recordset(${json(places)}) as p
           (id integer, name text, latitude float8, longitude float8, cell5 bigint, cell7 bigint, at timestamptz)`.execute(
    database,
  )
  await sql`
    insert into items (id, restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
    overriding system value
    select d.id, d.restaurant, d.category, 'Dish ' || d.id, 'dish ' || d.id, r.latitude, r.longitude, r.cell5
      from json_to_recordset(${json(dishes)}) as d (id integer, restaurant integer, category integer)
      join restaurants r on r.id = d.restaurant`.execute(database)
}

export async function join(database: Database, members: Member[]) {
  if (members.length === 0) return
  const rows = members.map(({ id, joined, verified }) => ({
    id,
    ...nameKeys(`Person ${id}`),
    joined: time(joined),
    verified: time(verified),
  }))
  await sql`
    insert into users (id, user_name, user_name_key, user_name_caps_key, user_name_keyed_by, email, email_key,
                       email_verified_at, created_at)
    overriding system value
    select id, 'Person ' || id, user_name_key, user_name_caps_key, user_name_keyed_by,
           'person' || id || '@example.com', 'person' || id || '@example.com', verified, joined
      from json_to_recordset(${json(rows)}) as u (id integer, user_name_key text, user_name_caps_key text,
           user_name_keyed_by integer, verified timestamptz, joined timestamptz)`.execute(database)
}

/**
 * Writes acts to the database. Votes count unless their member is held. The product's own nightly job sets lapsed votes
 * aside later.
 */
export async function act(database: Database, acts: Act[]) {
  const of = (kind: Act['kind']) =>
    acts.flatMap((one) =>
      one.kind === kind ? [{ member: one.member, on: one.on, at: time(one.at) }] : [],
    )
  const [votes, favourites, gone, closed] = [of('vote'), of('favourite'), of('gone'), of('closed')]
  const back = of('back')
  const columns = sql.raw('a (member integer, "on" integer, at timestamptz)')
  if (favourites.length > 0)
    await sql`
      insert into yolos (user_id, item_id, category_id, slot, created_at)
      select a.member, a."on", i.category_id,
             (row_number() over (partition by a.member, i.category_id order by a.at)
              + (select count(*) from yolos y where y.user_id = a.member and y.category_id = i.category_id))::smallint, a.at
        from json_to_recordset(${json(favourites)}) as ${columns} join items i on i.id = a."on" order by a.at
      on conflict do nothing`.execute(database)
  if (votes.length > 0)
    await sql`
      insert into votes (item_id, user_id, counted, created_at)
      select a."on", a.member, u.held_at is null, a.at
        from json_to_recordset(${json(votes)}) as ${columns} join users u on u.id = a.member
       where not exists (select from yolos y where y.user_id = a.member and y.item_id = a."on") order by a.at
      on conflict do nothing`.execute(database)
  if (back.length > 0)
    await sql`
      delete from votes v using json_to_recordset(${json(back)}) as ${columns}
       where (v.item_id, v.user_id) = (a."on", a.member)`.execute(database)
  if (gone.length > 0)
    await sql`
      insert into item_reports (item_id, user_id, created_at)
      select "on", member, at from json_to_recordset(${json(gone)}) as ${columns} on conflict do nothing`.execute(
      database,
    )
  if (closed.length > 0)
    await sql`
      insert into restaurant_reports (restaurant_id, user_id, created_at)
      select "on", member, at from json_to_recordset(${json(closed)}) as ${columns} on conflict do nothing`.execute(
      database,
    )
  const seen = acts.map((one) => ({
    member: one.member,
    network: hashed(one.network),
    at: time(one.at),
  }))
  if (seen.length > 0)
    await sql`
      insert into network_evidence as e (user_id, network, sign_up, first_at, last_at)
      select member, decode(network, 'hex'), false, min(at), max(at)
        from json_to_recordset(${json(seen)}) as a (member integer, network text, at timestamptz) group by 1, 2
      on conflict (user_id, network) do update set last_at = excluded.last_at`.execute(database)
}
