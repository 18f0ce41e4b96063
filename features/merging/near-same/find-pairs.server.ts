import { sql } from 'kysely'
import { likeness, readName } from '#features/items/names.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database, Services } from '#platform/server/services.ts'

type Menu = { ids: number[]; names: string[] }
type Pair = { item_id: number; other_id: number; likeness: 'spelling' | 'typo' }

/** How many consecutive restaurant ids one batch covers. */
const atOnce = 2000
/** Maximum number of dishes per restaurant and category that are compared; those that more members saved come first. */
const compared = 150

/** Finds and stores pairs of listed dishes of one restaurant and category whose names probably mean the same. */
async function findPairs({ database, clock }: Services): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from restaurants`.execute(database)
  for (let from = 1; from <= rows[0]!.last; from += atOnce)
    await findPairsAmong(database, { from, to: from + atOnce - 1 }, clock.now())
}

async function findPairsAmong(database: Database, range: { from: number; to: number }, now: Date) {
  const among = sql`i.restaurant_id between ${range.from} and ${range.to}`
  const { rows: menus } = await sql<Menu>`
    select array_agg(id order by id) as ids, array_agg(name order by id) as names from (
      select i.*, row_number() over (partition by restaurant_id, category_id order by yolo_count desc, id) as place
        from items i where ${among} and i.listed) listed
     where place <= ${compared} group by restaurant_id, category_id having count(*) > 1`.execute(
    database,
  )
  const found: Pair[] = []
  for (const menu of menus) for await (const pair of pairsOf(menu)) found.push(pair)
  const pairs = JSON.stringify(found)
  // Pairs on which an admin has decided are kept. Others are deleted if their names aren't similar any more, for
  // example because a dish was renamed.
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

async function* pairsOf({ ids, names }: Menu): AsyncGenerator<Pair> {
  const read = names.map(readName)
  for (const [at, item_id] of ids.entries())
    for (let other = at + 1; other < ids.length; other++) {
      if (pauses.isDue()) await pauses.pause()
      const alike = likeness(read[at]!, read[other]!)
      if (alike) yield { item_id, other_id: ids[other]!, likeness: alike }
    }
}

/** Runs only once a night, because the similar dishes that are offered while a member types prevent most such pairs. */
export const findPairsQueue = (services: Services): JobQueue => ({
  name: 'find-near-same-dishes',
  every: '27 3 * * *',
  run: () => findPairs(services),
})
