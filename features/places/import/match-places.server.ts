import { sql, type Transaction } from 'kysely'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { addedAloneSql } from '#domain/who-speaks.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { factByMergedColumn } from './merged-facts.server.ts'
import { incomingPlacesSql, importedColumnsSql } from './place-table.server.ts'
import { areNamesUnrelated, type StoredPlace } from './update-place.ts'

type Tx = Transaction<DB>

type NewPlace = Pick<
  StoredPlace,
  'place_id' | 'name' | 'name_key' | 'latitude' | 'longitude' | 'source'
>
type Candidate = Omit<NewPlace, 'source'> & { id: number; alone: boolean; samePhone: boolean }
type Match = { row: NewPlace; into: number }

/** SQL for whether a point is within `degrees` of latitude, and within the same distance in longitude. */
const within = (degrees: number) => sql`
  abs(r.latitude - incoming.latitude) < ${degrees}
  and abs(r.longitude - incoming.longitude) * cos(radians(incoming.latitude)) < ${degrees}`

/**
 * Matches new places with restaurants of another source: the same name within 75 meters or, if the names aren't
 * entirely different, the same phone within 250 meters or the same website within 150 meters. The nearest restaurant is
 * taken, but none that an unverified member added, because nobody else sees it, and one that only its adder speaks for
 * after others (see `groupOf`). Two rows of one source are two places, so a restaurant matches at most one row of each
 * source: the nearest.
 */
export async function matchWithOtherSources(tx: Tx, rows: NewPlace[]): Promise<Match[]> {
  if (rows.length === 0) return []
  const candidates = sql`select r.id, r.merged_into from restaurants r`
  const { rows: found } = await sql<Candidate>`
    select incoming.place_id, s.id, s.name, s.name_key, s.latitude, s.longitude,
           ${addedAloneSql('s')} as alone,
           coalesce(phone_key(s.phone) = phone_key(incoming.phone), false) as "samePhone"
      from ${incomingPlacesSql(rows)}
     cross join lateral (
       ${candidates} where r.name_key = incoming.name_key and ${within(0.0007)}
       union
       ${candidates} where r.phone is not null and phone_key(r.phone) = phone_key(incoming.phone) and ${within(0.00225)}
       union
       ${candidates} where r.website is not null and website_key(r.website) = website_key(incoming.website)
                    and r.cell5 = incoming.cell5 and ${within(0.00135)}) near
      join restaurants s on s.id = coalesce(near.merged_into, near.id) and s.deleted_at is null and not s.unconfirmed
     where s.source <> incoming.source
       and not exists (select from restaurants g where g.merged_into = s.id and g.source = incoming.source)`.execute(
    tx,
  )
  const byId = new Map(rows.map((row) => [row.place_id, row]))
  const pairs = found
    .map((candidate) => ({ row: byId.get(candidate.place_id)!, candidate }))
    .filter(({ row, candidate }) => !areNamesUnrelated(candidate.name_key, row.name_key))
    .map(({ row, candidate: { id, alone, samePhone, name_key, ...point } }) => ({
      row,
      into: id,
      alone,
      samePhone,
      sameName: name_key === row.name_key,
      miles: milesBetween(point, row),
    }))
  const ofRow = Map.groupBy(pairs, ({ row }) => row.place_id)
  const inOrder = pairs
    .map((pair) => ({ ...pair, group: groupOf(pair, ofRow.get(pair.row.place_id)!) }))
    .toSorted((a, b) => a.group - b.group || a.miles - b.miles || a.into - b.into)
  const matched = new Set<string>()
  const taken = new Set<string>()
  return inOrder.filter(({ row, into }) => {
    const place = `${into} ${row.source}`
    if (matched.has(row.place_id) || taken.has(place)) return false
    matched.add(row.place_id)
    taken.add(place)
    return true
  })
}

type Likeness = { alone: boolean; sameName: boolean; samePhone: boolean }

/**
 * Returns a lower number for restaurants that a row is matched with before others. Anyone can add one nearer, so one that
 * only the member who added it speaks for comes after others. But if it is the only one of the row's name, it comes
 * before those that share nothing but a website, as the branches of a chain do.
 */
function groupOf({ alone, sameName, samePhone }: Likeness, ofRow: Likeness[]): number {
  if (alone) return sameName ? 1 : 3
  const named = ofRow.filter((one) => one.sameName)
  const isNameAlone = named.length > 0 && named.every((one) => one.alone)
  return isNameAlone && !samePhone ? 2 : 0
}

/**
 * Stores matched places under their own ids as merged into the restaurants that they match, as a merge by an admin
 * does. What those take of them: `giveMergedFacts`, `updateFromImports`. `undo-merge` separates them again. Returns the
 * ids of the places that were stored.
 */
export async function insertMergedPlaces(tx: Tx, matches: Match[], at: Date): Promise<number[]> {
  if (matches.length === 0) return []
  const into = [...new Set(matches.map((match) => match.into))].toSorted((a, b) => a - b)
  const { rows: standing } = await sql<{ id: number; name: string }>`
    select id, name from restaurants where id = any (${into}::integer[]) and deleted_at is null
     order by id for update`.execute(tx)
  const nameOf = new Map(standing.map(({ id, name }) => [id, name]))
  const rows = matches
    .filter((match) => nameOf.has(match.into))
    .map((match) => ({ ...match.row, merged_into: match.into }))
  if (rows.length === 0) return []
  const { rows: added } = await sql<{ id: number; into: number; name: string; place_id: string }>`
    insert into restaurants (place_id, deleted_at, merged_into, ${importedColumnsSql})
    select place_id, ${at}::timestamptz, merged_into, ${importedColumnsSql}
      from ${incomingPlacesSql(rows)}
     order by place_id
        on conflict (place_id) do nothing
    returning id, merged_into as "into", name, place_id`.execute(tx)
  const pairs = JSON.stringify(added)
  const empty = Object.keys(factByMergedColumn)
  const { rows: merges } = await sql<{ id: number; from_id: number }>`
    insert into merges (kind, from_id, into_id, actor_id, at, before)
    select 'restaurant', pair.id, pair.into, ${operatorActor.id}, ${at},
           jsonb_build_object('items', '[]'::jsonb, 'followers', '[]'::jsonb, 'gave', '{}'::jsonb,
             'empty', (select coalesce(jsonb_agg(fact.key), '[]') from jsonb_each(to_jsonb(s)) fact
                        where fact.key = any (${empty}::text[]) and fact.value = 'null'))
      from jsonb_to_recordset(${pairs}::jsonb) as pair (id integer, "into" integer)
      join restaurants s on s.id = pair.into
     order by pair.id
    returning id, from_id`.execute(tx)
  const mergeOf = new Map(merges.map((merge) => [merge.from_id, merge.id]))
  for (const restaurant of added)
    await recordAudit(tx, operatorActor, 'restaurant.merge', `restaurant ${restaurant.into}`, {
      before: {
        goes: { id: restaurant.id, name: restaurant.name, placeId: restaurant.place_id },
        stays: { id: restaurant.into, name: nameOf.get(restaurant.into) },
      },
      after: { merge: mergeOf.get(restaurant.id), by: 'import' },
      at,
    })
  return added.map(({ id }) => id)
}
