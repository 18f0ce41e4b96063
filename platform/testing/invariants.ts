import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

/** What must hold at every moment (F8), as a list of where it doesn't. */
export async function brokenInvariants(database: Database): Promise<string[]> {
  const checks = {
    'an item’s votes are its counted rows': sql<{ id: number }>`
      select i.id from items i where i.vote_count <> (select count(*) from votes v where v.item_id = i.id and v.counted)`,
    'an item’s shown count is votes and adjustment, never below 0': sql<{ id: number }>`
      select id from items where upvote_count <> greatest(0, vote_count + adjustment)`,
    'an item’s yolos are its rows, the newest the newest': sql<{ id: number }>`
      select i.id from items i left join yolos y on y.item_id = i.id group by i.id
      having i.yolo_count <> count(y.id) or i.newest_yolo_at is distinct from max(y.created_at)`,
    'an item’s tags are its yolos’ tags': sql<{ id: number }>`
      select i.id from items i
       where i.tags <> (select coalesce(array_agg(distinct t.tag_id::integer order by t.tag_id::integer), '{}')
                          from yolos y join yolo_tags t on t.yolo_id = y.id where y.item_id = i.id)`,
    'at most three favourites in a category': sql<{ id: number }>`
      select user_id as id from yolos where user_id <> 20 group by user_id, category_id having count(*) > 3`,
    'no vote for one’s own favourite': sql<{ id: number }>`
      select v.item_id as id from votes v join yolos y on y.item_id = v.item_id and y.user_id = v.user_id`,
    'an item is hidden exactly while five verified reports stand': sql<{ id: number }>`
      select i.id from items i where (i.hidden_at is not null) <> (5 <= (select count(*) from item_reports r
        join users u on u.id = r.user_id where r.item_id = i.id and r.cleared_at is null and u.email_verified_at is not null))`,
    'a favourite is in its item’s category and cell': sql<{ id: number }>`
      select y.id from yolos y join items i on i.id = y.item_id where y.category_id <> i.category_id or y.cell5 <> i.cell5`,
  }
  const broken: string[] = []
  for (const [rule, query] of Object.entries(checks)) {
    const { rows } = await query.execute(database)
    if (rows.length > 0)
      broken.push(
        `${rule}: not for ${rows
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
      )
  }
  return broken
}
