-- Counts what counting members did: their votes, yolos and reports. Every count is recomputed from the rows by one
-- statement, so that a count that was wrong is right after the next change.

-- What the counted columns of each item should be. Its tags are those that a quarter of its tagged counting yolos have,
-- in ascending order. A query computes only the columns that it reads.
create or replace view item_counts as
  select i.id,
         (select count(*)::integer
            from votes v join users u on u.id = v.user_id and u.counts where v.item_id = i.id) as vote_count,
         (select count(*)::integer
            from yolos y join users u on u.id = y.user_id and u.counts where y.item_id = i.id) as yolo_count,
         (select coalesce(max(y.created_at), 'epoch')
            from yolos y join users u on u.id = y.user_id and u.counts where y.item_id = i.id) as newest_yolo_at,
         (select coalesce(array_agg(tag order by tag), '{}')
            from (select tag::integer
                    from yolos y join users u on u.id = y.user_id and u.counts cross join unnest(y.tags) tag
                   where y.item_id = i.id group by tag
                  having count(*) * 4 >= (
                    select count(*) from yolos y join users u on u.id = y.user_id and u.counts
                     where y.item_id = i.id and y.tags <> '{}')) frequent) as tags
    from items i;

-- One plan suits all, also for the words of search, which a trigger writes. Planning took most of the time.
create or replace function recount_items(which integer[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  -- The update starts after these locks, so it sees what other transactions counted before.
  perform 1 from items where id = any (which) order by id for no key update;
  update items i
     set vote_count = n.vote_count, yolo_count = n.yolo_count, newest_yolo_at = n.newest_yolo_at,
         tags = n.tags
    from (select * from item_counts where id = any (which) offset 0) n
   where n.id = i.id and (i.vote_count, i.yolo_count, i.newest_yolo_at, i.tags)
         is distinct from (n.vote_count, n.yolo_count, n.newest_yolo_at, n.tags);
end $$;

-- Recounts only the votes of items.
create or replace function recount_votes(which integer[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from items where id = any (which) order by id for no key update;
  update items i set vote_count = n.vote_count
    from (select id, vote_count from item_counts where id = any (which) offset 0) n
   where n.id = i.id and i.vote_count <> n.vote_count;
end $$;

-- Recounts the items whose votes or yolos changed.
create or replace function recount_changed() returns trigger language plpgsql as $$
declare
  changed integer[] := '{}';
begin
  if tg_op <> 'DELETE' then
    -- Votes and saves of one member run one after another, so that nobody votes for a favorite of their own. A suspension
    -- at the same time waits, and then recounts with these rows.
    perform 1 from users where id in (select user_id from new_rows) order by id for no key update;
    changed := array(select item_id from new_rows);
  end if;
  -- A favorite takes the place of its member's vote.
  if tg_op <> 'DELETE' and tg_table_name = 'yolos' then
    delete from votes v using new_rows n where (v.item_id, v.user_id) = (n.item_id, n.user_id);
  end if;
  if tg_op <> 'INSERT' then changed := changed || array(select item_id from old_rows); end if;
  if changed = '{}' then return null; end if;
  if tg_table_name = 'votes' then perform recount_votes(changed);
  else perform recount_items(changed);
  end if;
  return null;
end $$;
create or replace trigger votes_inserted after insert on votes
  referencing new table as new_rows for each statement execute function recount_changed();
create or replace trigger votes_deleted after delete on votes
  referencing old table as old_rows for each statement execute function recount_changed();
create or replace trigger yolos_inserted after insert on yolos
  referencing new table as new_rows for each statement execute function recount_changed();
create or replace trigger yolos_deleted after delete on yolos
  referencing old table as old_rows for each statement execute function recount_changed();
create or replace trigger yolos_updated after update on yolos
  referencing old table as old_rows new table as new_rows for each statement execute function recount_changed();

-- Hides an item or restaurant that enough counting members report, and shows it again once fewer do. What an admin hid
-- has no reports, so nothing here shows it.
create or replace function weigh_reports(kind text, which integer, shows boolean) returns void language plpgsql as $$
declare
  enough boolean;
begin
  -- The second of two reports at once waits here and then counts both.
  execute format('select from %Is where id = $1 for no key update', kind) using which;
  execute format('select count(*) >= 5 from %1$I r join users u on u.id = r.user_id and u.counts where r.%2$I = $1',
                 kind || '_reports', kind || '_id') into enough using which;
  execute format('update %Is set hidden_at = case when $2 then clock_timestamp() end
                   where id = $1 and (hidden_at is not null) <> $2 and ($2 or $3)', kind) using which, enough, shows;
end $$;

-- When a member begins or ceases to count, so do their votes, yolos, reports and the restaurants that they added.
create or replace function recount_member() returns trigger language plpgsql as $$
begin
  perform recount_items(array(
    select item_id from votes where user_id = new.id union select item_id from yolos where user_id = new.id));
  perform weigh_reports('item', item_id, true) from item_reports where user_id = new.id order by item_id;
  perform weigh_reports('restaurant', restaurant_id, true)
     from restaurant_reports where user_id = new.id order by restaurant_id;
  update restaurants set unconfirmed = not new.counts where added_by = new.id;
  return null;
end $$;
create or replace trigger users_counted after update on users
  for each row when (old.counts <> new.counts) execute function recount_member();
