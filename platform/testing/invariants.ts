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
    'an item is hidden exactly while five verified reports stand, or an admin’s': sql<{
      id: number
    }>`
      select i.id from items i where (i.hidden_at is not null) <> (5 <= (select count(*) from item_reports r
        join users u on u.id = r.user_id where r.item_id = i.id and r.cleared_at is null and u.email_verified_at is not null)
        or exists (select 1 from item_reports r where r.item_id = i.id and r.cleared_at is null and r.confirms))`,
    'a restaurant is hidden exactly while five verified reports stand, or an admin’s': sql<{
      id: number
    }>`
      select p.id from restaurants p where (p.hidden_at is not null) <> (5 <= (select count(*) from restaurant_reports r
        join users u on u.id = r.user_id where r.restaurant_id = p.id and r.cleared_at is null and u.email_verified_at is not null)
        or exists (select 1 from restaurant_reports r where r.restaurant_id = p.id and r.cleared_at is null and r.confirms))`,
    'an item is listed exactly while it has a yolo and nothing hides it or its restaurant': sql<{
      id: number
    }>`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
       where i.listed <> (exists (select from yolos y where y.item_id = i.id) and i.hidden_at is null and i.deleted_at is null
                          and r.hidden_at is null and r.deleted_at is null)`,
    'an item is where its restaurant is': sql<{ id: number }>`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
       where (i.latitude, i.longitude, i.cell5, i.cell7) is distinct from (r.latitude, r.longitude, r.cell5, r.cell7)`,
    'an item’s adjustment is the last one written down, each beginning where the one before ended': sql<{
      id: number
    }>`
      select item_id as id from (
        select a.item_id, a.after, i.adjustment, a.before,
               lag(a.after) over (partition by a.item_id order by a.id) as previous,
               lead(a.id) over (partition by a.item_id order by a.id) as next
          from adjustments a join items i on i.id = a.item_id) told
       where next is null and after <> adjustment or previous <> before`,
    'a favourite’s tags are of its category': sql<{ id: number }>`
      select y.id from yolos y join yolo_tags t on t.yolo_id = y.id join tags on tags.id = t.tag_id
       where tags.category_id <> y.category_id`,
    'a photo is of its favourite’s item': sql<{ id: number }>`
      select p.yolo_id as id from photos p left join yolos y on y.id = p.yolo_id
       where y.item_id is distinct from p.item_id`,
    'a favourite is in its item’s category and cell': sql<{ id: number }>`
      select y.id from yolos y join items i on i.id = y.item_id where y.category_id <> i.category_id or y.cell5 <> i.cell5`,
    'an open contest’s entries are its yolos and their photos, a closed one’s frozen': sql<{
      id: number
    }>`
      select coalesce(e.id, d.yolo_id) as id
        from (select e.* from contest_entries e join contests c on c.id = e.contest_id where c.closed_at is null) e
        full join contest_entries_due() d using (contest_id, user_id, yolo_id, n) where e.id is null or d.n is null
      union all
      select id from contests where entries is not null
         and (closed_at is null or list_hash <> encode(sha256(convert_to(array_to_string(entries, ','), 'UTF8')), 'hex'))`,
    'what is taken down is out of sight, and nothing else': sql<{ id: number }>`
      select y.id from yolos y
       where y.text_down <> exists (select 1 from takedowns t where t.yolo_id = y.id and t.kind = 'text' and t.restored_at is null)
          or y.photo_down <> exists (select 1 from takedowns t where t.yolo_id = y.id and t.kind = 'photo' and t.restored_at is null)
      union all
      select u.id from users u
       where u.hidden <> (u.disabled_at is not null or u.taken_down_at is not null)
          or (u.taken_down_at is not null) <> exists (select 1 from takedowns t where t.member_id = u.id and t.kind = 'member' and t.restored_at is null)`,
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
