import { sql } from 'kysely'
import { vouchedAndNotHeldSql } from '#domain/who-speaks.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { separateSteps } from '#platform/server/jobs/separate-steps.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { compared, decidedPairs, pairsOf } from './pairs.server.ts'

type Menu = { dishes: { id: number; name: string }[] }
type Row = { item_id: number; other_id: number; likeness: 'spelling' | 'typo' }

/** How many consecutive restaurant ids one batch covers. */
const atOnce = 2000

/**
 * Finds and stores pairs of dishes of one restaurant and category whose names probably mean the same. Only dishes that a
 * verified member saved who isn't held are compared, so that accounts that cost nothing make no work for admins.
 */
async function findPairs({ database, clock, log }: Services): Promise<void> {
  const steps = separateSteps(log)
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from restaurants`.execute(database)
  for (let from = 1; from <= rows[0]!.last; from += atOnce)
    await steps.run({ restaurantsFrom: from }, () =>
      findPairsAmong(database, { from, to: from + atOnce - 1 }, clock.now()),
    )
  steps.end()
}

async function findPairsAmong(database: Database, range: { from: number; to: number }, now: Date) {
  const among = sql`i.restaurant_id between ${range.from} and ${range.to}`
  const { rows: menus } = await sql<Menu>`
    select json_agg(json_build_object('id', id, 'name', name) order by place) as dishes from (
      select i.*, row_number() over (partition by restaurant_id, category_id order by yolo_count desc, id) as place
        from items i where ${among} and i.listed
         and ${vouchedAndNotHeldSql('i')}) listed
     where place <= ${compared} group by restaurant_id, category_id having count(*) > 1`.execute(
    database,
  )
  const isDecided = await decidedPairs(database, range.from, range.to)
  const found: Row[] = []
  for (const { dishes } of menus)
    for await (const { goes, stays, likeness } of pairsOf(dishes, isDecided))
      found.push({
        item_id: Math.min(goes.id, stays.id),
        other_id: Math.max(goes.id, stays.id),
        likeness,
      })
  const pairs = JSON.stringify(found)
  // Pairs on which an admin has decided are kept. Others are deleted if they aren't found any more, for example because
  // a dish was renamed.
  await sql`
    with found as materialized (
      select * from json_to_recordset(${pairs}::json) as f (item_id integer, other_id integer, likeness text)),
    gone as (
      delete from near_same_items p using items i
       where i.id = p.item_id and ${among} and p.settled_at is null
         and not exists (select from found f where f.item_id = p.item_id and f.other_id = p.other_id))
    insert into near_same_items (item_id, other_id, likeness, found_at)
    select f.item_id, f.other_id, f.likeness, ${now} from found f
      join items a on a.id = f.item_id join items b on b.id = f.other_id order by 1, 2
    on conflict (item_id, other_id) do update set likeness = excluded.likeness
     where near_same_items.likeness <> excluded.likeness`.execute(database)
}

/** Runs only once a night, because the similar dishes that are offered while a member types prevent most such pairs. */
export const findPairsQueue = (services: Services): JobQueue => ({
  name: 'find-near-same-dishes',
  every: '27 3 * * *',
  run: () => findPairs(services),
})
