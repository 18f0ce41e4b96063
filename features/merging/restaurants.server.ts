import { sql } from 'kysely'
import { operatorActor } from '#domain/audit.ts'
import { lockWithYolos } from '#domain/locks/lock-order.ts'
import { factByMergedColumn } from '#features/places/import/merged-facts.server.ts'
import {
  type RestaurantFact,
  columnsByFact as factColumns,
} from '#features/places/import/update-place.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { mergeRestaurants } from './contract.ts'
import { lockReturnRecipients, mergeLockedItems, splitLockedItems } from './items.server.ts'
import {
  type Actor,
  CannotUndoMerge,
  redirectToSurvivor,
  refuseIfChanged,
  type MergeRow,
  type PlannedMerge,
  mergeTwo,
  recordMerge,
  restoreMergedRow,
  type Tx,
} from './record.server.ts'
import { moveRows, restoreMovedRows } from './votes-and-reports.server.ts'

/**
 * Columns that the restaurant that stays takes from the other one if its own value is missing, unless a correction
 * removed that value.
 */
const filledIn = ['price_level', 'website', 'phone', 'opening_hours', 'cuisines'] as const
const factOf: Partial<Record<string, RestaurantFact>> = factByMergedColumn

export const mergeRestaurantHandlers = ({ database, clock }: Services) => [
  implementCall(mergeRestaurants, async ({ input: { id: from, into, version }, viewer }) => {
    if (from === into)
      throw badInput({ fields: { into: 'A restaurant can’t be merged into itself.' } })
    const { after, done } = await transact(database, (tx) =>
      mergeTwo(tx, viewer, { from, into }, clock.now(), {
        kind: 'restaurant',
        lock: (_, ids) => lockWithYolos(tx, 'restaurant', ids),
        factsOf,
        check(goes, stays) {
          if (!goes || !stays) throw restaurantNotFound()
          refuseIfChanged(version, [goes.name, goes.address, stays.name, stays.address])
        },
        merge: mergeLocked,
      }),
    )
    return { id: into, name: after.name, placeId: after.placeId, ...done }
  }),
]

/** SQL for pairs of dishes with the same name and category, which become one. */
export const sameDishPairsSql = (from: number, into: number) => sql`
  select a.id as goes, b.id as stays
    from items a join items b on b.category_id = a.category_id and b.name_key = a.name_key
   where a.restaurant_id = ${from} and b.restaurant_id = ${into}
     and a.deleted_at is null and b.deleted_at is null`

async function mergeLocked(tx: Tx, planned: PlannedMerge) {
  const { from, into } = planned
  const taken = await correctedOf(tx, from, into)
  const merging = {
    ...planned,
    merge: await recordMerge(tx, 'restaurant', planned, beforeOf(from, into, taken)),
  }
  const { rows: twins } = await sql<{ goes: number; stays: number }>`
    ${sameDishPairsSql(from, into)} order by a.id`.execute(tx)
  const sums = {
    yolos: { moved: 0, joined: 0 },
    votes: { moved: 0, dropped: 0 },
    reports: { moved: 0, dropped: 0 },
  }
  for (const { goes, stays } of twins) {
    const done = await mergeLockedItems(tx, {
      ...planned,
      from: goes,
      into: stays,
      partOf: merging.merge,
    })
    add(sums.yolos, done.yolos)
    add(sums.votes, done.votes)
    add(sums.reports, done.reports)
  }
  // Also moves dishes that had been merged into other dishes and are deleted, because their names must still lead to
  // the dishes that stayed.
  const { rows: moved } = await sql<{ gone: boolean }>`
    update items i
       set restaurant_id = r.id, latitude = r.latitude, longitude = r.longitude, cell5 = r.cell5,
           restaurant_hidden = r.hidden_at is not null
      from restaurants r where r.id = ${into} and i.restaurant_id = ${from}
    returning i.deleted_at is not null as gone`.execute(tx)
  add(sums.reports, await moveRows(tx, 'restaurant_reports', merging))
  await takeFacts(tx, from, into, taken)
  await redirectToSurvivor(tx, 'restaurant', merging)
  const items = { moved: moved.filter(({ gone }) => !gone).length, joined: twins.length }
  return { merge: merging.merge, items, ...sums }
}

function add(sum: Record<string, number>, more: Record<string, number>) {
  for (const key of Object.keys(sum)) sum[key] = sum[key]! + more[key]!
}

type Taken = Partial<Record<RestaurantFact, string[]>>

/**
 * Returns the facts that were corrected on the restaurant that goes and not on the one that stays, with their columns.
 * They replace the facts of the one that stays.
 */
async function correctedOf(tx: Tx, from: number, into: number): Promise<Taken> {
  const { rows } = await sql<{ fact: RestaurantFact; bare: boolean }>`
    select fact, s.address = s.city_label as bare
      from restaurants s, restaurants g, unnest(g.corrected) fact
     where s.id = ${into} and g.id = ${from} and not fact = any (s.corrected)
       and fact = any (${Object.keys(factColumns)}::text[])`.execute(tx)
  const taken: Taken = {}
  for (const { fact, bare } of rows) {
    taken[fact] = [...factColumns[fact]]
    // Members can move a pin only so far from `trusted_pin`, so that point is taken over with the pin. If the
    // restaurant that stays has only its city as an address, the address is taken over as well.
    if (fact === 'position') taken[fact].push('trusted_pin', ...(bare ? ['address'] : []))
  }
  return taken
}

const setTo = (columns: readonly string[], source: string) =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${source}.${column}`)}`))

/** Fills in the restaurant that stays from the other one, and takes over the other one's corrections. */
async function takeFacts(tx: Tx, from: number, into: number, taken: Taken) {
  const sets = filledIn.map((column) => {
    const [own, other] = [sql.ref(`s.${column}`), sql.ref(`g.${column}`)]
    return sql`${sql.ref(column)} = case when ${factOf[column] ?? ''} = any (s.corrected) then ${own} else coalesce(${own}, ${other}) end`
  })
  await sql`
    update restaurants s set ${sql.join(sets)}
      from restaurants g where s.id = ${into} and g.id = ${from}`.execute(tx)
  for (const [fact, columns] of Object.entries(taken))
    await sql`
      update restaurants s set corrected = s.corrected || ${[fact]}::text[], ${setTo(columns, 'g')}
        from restaurants g where s.id = ${into} and g.id = ${from}`.execute(tx)
}

/** SQL for a JSON object with the facts that are needed to undo the merging. */
const beforeOf = (from: number, into: number, taken: Taken) => sql`(
  select jsonb_build_object(
           'items', (select coalesce(jsonb_agg(i.id), '[]') from items i where i.restaurant_id = ${from}),
           'taken', ${JSON.stringify(taken)}::jsonb,
           'had', (select coalesce(jsonb_object_agg(fact.key, fact.value), '{}') from jsonb_each(to_jsonb(r)) fact
                    where fact.key = any (${Object.values(taken).flat()}::text[])),
           'empty', (select coalesce(jsonb_agg(fact.key), '[]') from jsonb_each(to_jsonb(r)) fact
                      where fact.key = any (${[...filledIn]}::text[]) and fact.value = 'null'),
           'gave', (select coalesce(jsonb_object_agg(fact.key, fact.value), '{}') from jsonb_each(to_jsonb(g)) fact
                     where fact.key = any (${[...filledIn]}::text[]) and to_jsonb(r) -> fact.key = 'null'))
    from restaurants r, restaurants g where r.id = ${into} and g.id = ${from})`

const factsOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('restaurants')
    .select(['id', 'place_id as placeId', 'name', 'address', 'price_level as priceLevel'])
    .select(['website', 'phone', 'hidden_at as hiddenAt'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Takes two restaurants apart, and also the pairs of their dishes that became one. Returns how many joined favorites
 * stay joined.
 */
export async function splitRestaurants(
  tx: Tx,
  merge: MergeRow,
  at: Date,
  by: Actor,
): Promise<number> {
  const { from_id: from, into_id: into, before } = merge
  const members = await lockReturnRecipients(tx, merge.id)
  await lockWithYolos(tx, 'restaurant', [from, into])
  const { rows } = await sql<{ fine: boolean }>`
    select g.merged_into = ${into} and s.deleted_at is null as fine
      from restaurants g join restaurants s on s.id = ${into} where g.id = ${from}`.execute(tx)
  if (!rows[0]?.fine)
    throw new CannotUndoMerge('One of the two was merged again or deleted since: undo that first.')
  await sql`
    update items i
       set restaurant_id = r.id, latitude = r.latitude, longitude = r.longitude, cell5 = r.cell5
      from restaurants r
     where r.id = ${from} and i.id = any (${before.items ?? []}::integer[]) and i.restaurant_id = ${into}`.execute(
    tx,
  )
  const { rows: parts } = await sql<MergeRow>`
    select * from merges where part_of = ${merge.id} and undone_at is null order by id desc`.execute(
    tx,
  )
  let stillJoined = 0
  for (const part of parts)
    stillJoined += await splitLockedItems(tx, { merge: part, members, at, by })
  // Clears what was filled in, if it is still as it was given and isn't corrected.
  for (const column of filledIn.filter((name) => before.empty?.includes(name)))
    await sql`
      update restaurants s set ${sql.ref(column)} = null from restaurants g
       where s.id = ${into} and g.id = ${from} and to_jsonb(s.${sql.ref(column)}) = ${before.gave ? sql`${JSON.stringify(before.gave[column] ?? null)}::jsonb` : sql`to_jsonb(g.${sql.ref(column)})`}
         and not ${factOf[column] ?? ''} = any (s.corrected)`.execute(tx)
  for (const [fact, columns] of Object.entries(before.taken ?? {}))
    await undoCorrections(tx, merge, fact, columns)
  await restoreMergedRow(tx, 'restaurant', merge)
  await restoreMovedRows(tx, 'restaurant_reports', merge)
  await sql`delete from merge_parts where merge_id = ${merge.id}`.execute(tx)
  return stillJoined
}

/**
 * Takes back a fact from the restaurant that stayed, unless it was corrected there since. What an import's merge brought
 * is no correction, so a fact that is corrected now came from elsewhere, such as another merge.
 */
async function undoCorrections(tx: Tx, merge: MergeRow, fact: string, columns: string[]) {
  await sql`
    update restaurants s set corrected = array_remove(s.corrected, ${fact}), ${setTo(columns, 'had')}
      from merges m, jsonb_populate_record(null::restaurants, m.before -> 'had') had
     where s.id = ${merge.into_id} and m.id = ${merge.id}
       and not (m.actor_id = ${operatorActor.id} and ${fact} = any (s.corrected))
       and not exists (select from restaurant_corrections c where c.restaurant_id = s.id and c.field = ${fact}
                          and c.applied_at is not null and c.undone_at is null)`.execute(tx)
}
