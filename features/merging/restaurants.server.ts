import { audited } from '#domain/audit.ts'
import { sql, type Transaction } from 'kysely'
import { lockForMerging, merge, type MergeFacts, undoItems } from './items.server.ts'
import { CannotUndo, type MergeRow, type Undoer } from './merge-row.server.ts'
import { moveRows, returnRows } from './votes-and-reports.server.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { filled } from '#features/places/import/match-places.server.ts'
import { type Fact, facts as factColumns } from '#features/places/import/update-place.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import { mergeRestaurants } from './restaurants.contract.ts'

type Tx = Transaction<DB>
type Counts = Record<string, number>

/** What the one that stays takes from the one that goes where it has none, and nobody corrected it to be so. */
const filledIn = ['price_level', 'website', 'phone', 'opening_hours'] as const
const factOf: Partial<Record<string, Fact>> = filled

export const mergeRestaurantHandlers = ({ database, clock }: Services) => [
  on(mergeRestaurants, ({ input: { id: from, into }, viewer }) => {
    if (from === into)
      throw badInput({ fields: { into: 'A restaurant can’t be merged into itself.' } })
    return transact(database, async (tx) => {
      await lock(tx, [from, into])
      const goes = await factsOf(tx, from)
      const stays = await factsOf(tx, into)
      if (!goes || !stays) throw restaurantNotFound()
      const facts = {
        actorId: viewer.id,
        throughId: viewer.through,
        at: clock.now(),
        partOf: null,
      }
      const done = await mergeLocked(tx, facts, from, into)
      const after = (await factsOf(tx, into))!
      await audited(tx, viewer, 'restaurant.merge', `restaurant ${into}`, {
        before: { goes, stays },
        after: { stays: after, ...done },
        at: facts.at,
      })
      return { id: into, name: after.name, placeId: after.placeId, ...done }
    })
  }),
]

/** Yolos, restaurants, items, each by number: the order of everyone who saves or edits. */
async function lock(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    select y.id from yolos y join items i on i.id = y.item_id
     where i.restaurant_id = any (${ids}::integer[]) order by y.id for update of y`.execute(tx)
  await sql`select id from restaurants where id = any (${ids}::integer[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number }>`
    select id from items where restaurant_id = any (${ids}::integer[])`.execute(tx)
  await lockForMerging(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Pairs of dishes of one name and category: these become one. */
export const sameDishes = (from: number, into: number) => sql`
  select a.id as goes, b.id as stays
    from items a join items b on b.category_id = a.category_id and b.name_key = a.name_key
   where a.restaurant_id = ${from} and b.restaurant_id = ${into}
     and a.deleted_at is null and b.deleted_at is null`

async function mergeLocked(tx: Tx, facts: MergeFacts, from: number, into: number) {
  const taken = await correctedOf(tx, from, into)
  const id = await recordMerge(tx, facts, from, into, taken)
  const { rows: twins } = await sql<{ goes: number; stays: number }>`
    ${sameDishes(from, into)} order by a.id`.execute(tx)
  const sums = { yolos: { moved: 0, joined: 0 }, votes: none(), reports: none() }
  for (const twin of twins) {
    const done = await merge(tx, { ...facts, partOf: id }, twin.goes, twin.stays)
    add(sums.yolos, done.yolos)
    add(sums.votes, done.votes)
    add(sums.reports, done.reports)
  }
  // Those that were merged move too, so that their names lead on.
  const { rows: moved } = await sql<{ gone: boolean }>`
    update items i
       set restaurant_id = r.id, latitude = r.latitude, longitude = r.longitude, cell5 = r.cell5,
           restaurant_hidden = r.hidden_at is not null
      from restaurants r where r.id = ${into} and i.restaurant_id = ${from}
    returning i.deleted_at is not null as gone`.execute(tx)
  const reports = await moveRows(tx, 'restaurant_reports', { merge: id, from, into })
  add(sums.reports, reports)
  const sets = filledIn.map((column) => {
    const [own, other] = [sql.ref(`s.${column}`), sql.ref(`g.${column}`)]
    return sql`${sql.ref(column)} = case when ${factOf[column] ?? ''} = any (s.corrected) then ${own} else coalesce(${own}, ${other}) end`
  })
  await sql`
    update restaurants s set ${sql.join(sets)}
      from restaurants g where s.id = ${into} and g.id = ${from}`.execute(tx)
  for (const [fact, columns] of Object.entries(taken))
    await sql`
      update restaurants s
         set corrected = s.corrected || ${[fact]}::text[],
             ${sql.join(columns.map((column) => sql`${sql.ref(column)} = g.${sql.ref(column)}`))}
        from restaurants g where s.id = ${into} and g.id = ${from}`.execute(tx)
  await sql`
    update restaurants set deleted_at = ${facts.at}, merged_into = ${into} where id = ${from}`.execute(
    tx,
  )
  await tx
    .updateTable('restaurants')
    .set({ merged_into: into })
    .where('merged_into', '=', from)
    .execute()
  const items = { moved: moved.filter(({ gone }) => !gone).length, joined: twins.length }
  return { merge: id, items, ...sums }
}

type Taken = Partial<Record<Fact, string[]>>

/** What was corrected of the one that goes and not of the one that stays, with the columns that hold it: it wins. */
async function correctedOf(tx: Tx, from: number, into: number): Promise<Taken> {
  const { rows } = await sql<{ fact: Fact; bare: boolean }>`
    select fact, s.address = s.city_label as bare
      from restaurants s, restaurants g, unnest(g.corrected) fact
     where s.id = ${into} and g.id = ${from} and not fact = any (s.corrected)
       and fact = any (${Object.keys(factColumns)}::text[])`.execute(tx)
  const taken: Taken = {}
  for (const { fact, bare } of rows) {
    taken[fact] = [...factColumns[fact]]
    // The pin's members' ten miles are counted from where they were; without an address it goes by its city.
    if (fact === 'position') taken[fact].push('trusted_pin', ...(bare ? ['address'] : []))
  }
  return taken
}

const none = () => ({ moved: 0, dropped: 0 })
function add(sum: Counts, more: Counts) {
  for (const key of Object.keys(sum)) sum[key] = sum[key]! + more[key]!
}

async function recordMerge(tx: Tx, facts: MergeFacts, from: number, into: number, taken: Taken) {
  const { rows } = await sql<{ id: number }>`
    insert into merges (kind, from_id, into_id, actor_id, through_id, at, before)
    select 'restaurant', ${from}, ${into}, ${facts.actorId}, ${facts.throughId}, ${facts.at},
           jsonb_build_object(
             'items', (select coalesce(jsonb_agg(i.id), '[]') from items i where i.restaurant_id = ${from}),
             'followers', (select coalesce(jsonb_agg(f.id), '[]') from restaurants f where f.merged_into = ${from}),
             'taken', ${JSON.stringify(taken)}::jsonb,
             'had', (select coalesce(jsonb_object_agg(fact.key, fact.value), '{}') from jsonb_each(to_jsonb(r)) fact
                      where fact.key = any (${Object.values(taken).flat()}::text[])),
             'empty', (select coalesce(jsonb_agg(fact.key), '[]') from jsonb_each(to_jsonb(r)) fact
                        where fact.key = any (${[...filledIn]}::text[]) and fact.value = 'null'))
      from restaurants r where r.id = ${into}
    returning id`.execute(tx)
  return rows[0]!.id
}

const factsOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('restaurants')
    .select([
      'id',
      'place_id as placeId',
      'name',
      'address',
      'price_level as priceLevel',
      'website',
      'phone',
      'hidden_at as hiddenAt',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Takes two restaurants apart, and each two dishes that became one with them. */
export async function undoRestaurants(
  tx: Tx,
  merge: MergeRow,
  at: Date,
  by: Undoer,
): Promise<number> {
  const { from_id: from, into_id: into, before } = merge
  await lock(tx, [from, into])
  const { rows } = await sql<{ fine: boolean }>`
    select g.merged_into = ${into} and s.deleted_at is null as fine
      from restaurants g join restaurants s on s.id = ${into} where g.id = ${from}`.execute(tx)
  if (!rows[0]?.fine)
    throw new CannotUndo('One of the two was merged again or deleted since: undo that first.')
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
  for (const part of parts) stillJoined += await undoItems(tx, part, at, by)
  // What was filled in goes again where it is still what the other has.
  for (const column of filledIn.filter((one) => before.empty?.includes(one)))
    await sql`
      update restaurants s set ${sql.ref(column)} = null from restaurants g
       where s.id = ${into} and g.id = ${from} and s.${sql.ref(column)} = g.${sql.ref(column)}`.execute(
      tx,
    )
  for (const [fact, columns] of Object.entries(before.taken ?? {}))
    await undoCorrections(tx, merge, fact, columns)
  await sql`update restaurants set deleted_at = null, merged_into = null where id = ${from}`.execute(
    tx,
  )
  await sql`
    update restaurants set merged_into = ${from}
     where id = any (${before.followers}::integer[]) and merged_into = ${into}`.execute(tx)
  await returnRows(tx, 'restaurant_reports', merge)
  await sql`delete from merge_parts where merge_id = ${merge.id}`.execute(tx)
  return stillJoined
}

/** What the one that stayed took as corrected, unless it was corrected there since. */
async function undoCorrections(tx: Tx, merge: MergeRow, fact: string, columns: string[]) {
  await sql`
    update restaurants s
       set corrected = array_remove(s.corrected, ${fact}),
           ${sql.join(columns.map((column) => sql`${sql.ref(column)} = had.${sql.ref(column)}`))}
      from merges m, jsonb_populate_record(null::restaurants, m.before -> 'had') had
     where s.id = ${merge.into_id} and m.id = ${merge.id}
       and not exists (select from restaurant_corrections c where c.restaurant_id = s.id and c.field = ${fact}
                          and c.applied_at is not null and c.undone_at is null)`.execute(tx)
}
