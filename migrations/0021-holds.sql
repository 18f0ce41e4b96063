-- Who is held (rules: holds): their votes, favourites and reports stay and count for nothing until release.

create table holds (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  -- In words, for the member to read.
  reason      text not null check (char_length(reason) between 1 and 500),
  -- Null where the published rule did it.
  by_admin    integer,
  cluster_id  bigint,
  held_at     timestamptz not null,
  released_at timestamptz,
  released_by integer,
  -- The member's, once; a person reads it.
  answer      text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  check (released_at is not null or released_by is null),
  check ((answer is null) = (answered_at is null))
);
create unique index holds_standing on holds (user_id) where released_at is null;
create index holds_of_member on holds (user_id, id desc);
create index holds_of_cluster on holds (cluster_id) where cluster_id is not null;

-- Set by the triggers of holds alone.
alter table users add column held_at timestamptz;
create index users_held on users (id) where held_at is not null;

create function keep_held() returns trigger language plpgsql as $$
declare members integer[] := '{}';
begin
  if tg_op <> 'DELETE' then members := array(select user_id from new_rows); end if;
  if tg_op <> 'INSERT' then members := members || array(select user_id from old_rows); end if;
  -- Locked first: of two at once the second sees what the first did.
  perform 1 from users where id = any (members) order by id for no key update;
  update users u set held_at = h.held_at
    from users o left join holds h on h.user_id = o.id and h.released_at is null
   where o.id = any (members) and u.id = o.id and u.held_at is distinct from h.held_at;
  return null;
end $$;
create trigger holds_inserted after insert on holds
  referencing new table as new_rows for each statement execute function keep_held();
create trigger holds_deleted after delete on holds
  referencing old table as old_rows for each statement execute function keep_held();
create trigger holds_updated after update on holds
  referencing old table as old_rows new table as new_rows for each statement execute function keep_held();

-- False while its member is held: it is shown and listed, and weighs nothing in ranks.
alter table yolos add column counted boolean not null default true;
create index yolos_set_aside on yolos (user_id) where not counted;

-- Ranks go by the favourites that count; yolo_count and newest_yolo_at stay those that are shown. The table is
-- written anew once, with all its indexes, and not row by row.
drop index items_rank_cell5, items_rank_all;
alter table items add column counted_yolos integer, add column newest_counted_at timestamptz;
alter table items
  alter column counted_yolos type integer using yolo_count,
  -- Never null, so that a page goes on behind an item that has none.
  alter column newest_counted_at type timestamptz using coalesce(newest_yolo_at, 'epoch');
alter table items
  alter column counted_yolos set default 0,
  alter column counted_yolos set not null,
  alter column newest_counted_at set default 'epoch',
  alter column newest_counted_at set not null,
  add constraint items_counted_yolos_check check (counted_yolos between 0 and yolo_count);
create index items_rank_cell5 on items
  (category_id, cell5, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  include (id, latitude, longitude, tags) where listed;
create index items_rank_all on items
  (category_id, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  include (id, latitude, longitude, tags) where listed;

-- Who saves holds their own row, so that a hold waits for it; what comes back from a deletion is as its member is.
create function weigh_new_yolo() returns trigger language plpgsql as $$
begin
  select held_at is null into new.counted from users where id = new.user_id for share;
  new.counted := coalesce(new.counted, true);
  return new;
end $$;
create trigger yolos_weighed before insert on yolos for each row execute function weigh_new_yolo();

create or replace function count_yolos() returns trigger language plpgsql as $$
declare
  gains         integer[] := '{}';
  losses        integer[] := '{}';
  weight_gains  integer[] := '{}';
  weight_losses integer[] := '{}';
  change        record;
begin
  if tg_op = 'INSERT' then
    gains := array(select item_id from new_rows);
    weight_gains := array(select item_id from new_rows where counted);
  elsif tg_op = 'DELETE' then
    losses := array(select item_id from old_rows);
    weight_losses := array(select item_id from old_rows where counted);
  else
    select array_agg(n.item_id) filter (where n.item_id <> o.item_id),
           array_agg(o.item_id) filter (where n.item_id <> o.item_id),
           array_agg(n.item_id) filter (where n.counted), array_agg(o.item_id) filter (where o.counted)
      into gains, losses, weight_gains, weight_losses
      from new_rows n join old_rows o using (id) where (n.item_id, n.counted) is distinct from (o.item_id, o.counted);
  end if;
  for change in
    select item_id, sum(yolos) as yolos, sum(weight) as weight
      from (select unnest(gains), 1, 0 union all select unnest(losses), -1, 0
            union all select unnest(weight_gains), 0, 1 union all select unnest(weight_losses), 0, -1)
        as moved (item_id, yolos, weight)
     group by item_id order by item_id
  loop
    if tg_op = 'INSERT' then
      update items
         set yolo_count = yolo_count + change.yolos,
             counted_yolos = counted_yolos + change.weight,
             newest_yolo_at = greatest(newest_yolo_at,
               (select max(created_at) from new_rows where item_id = change.item_id)),
             newest_counted_at = greatest(newest_counted_at,
               (select max(created_at) from new_rows where item_id = change.item_id and counted))
       where id = change.item_id;
    else
      perform 1 from items where id = change.item_id for no key update;
      update items
         set yolo_count = yolo_count + change.yolos,
             counted_yolos = counted_yolos + change.weight,
             newest_yolo_at = (select max(created_at) from yolos where item_id = change.item_id),
             newest_counted_at = coalesce(
               (select max(created_at) from yolos where item_id = change.item_id and counted), 'epoch'),
             tags = item_tags(change.item_id)
       where id = change.item_id;
    end if;
  end loop;
  return null;
end $$;

-- Whose reports can hide something: the only place to say so.
create function reporters_counting() returns table (user_id integer) language sql stable as $$
  select u.id from users u where u.email_verified_at is not null and u.held_at is null
$$;

create or replace function weigh_item_reports(which integer) returns void language plpgsql as $$
declare enough boolean;
begin
  perform 1 from items where id = which for no key update;
  select count(c.user_id) >= 5 or coalesce(bool_or(r.confirms), false) into enough
    from item_reports r left join reporters_counting() c on c.user_id = r.user_id
   where r.item_id = which and r.cleared_at is null;
  update items set hidden_at = case when enough then clock_timestamp() end
   where id = which and (hidden_at is not null) <> enough;
end $$;

create or replace function weigh_restaurant_reports(which integer) returns void language plpgsql as $$
declare enough boolean;
begin
  perform 1 from restaurants where id = which for no key update;
  select count(c.user_id) >= 5 or coalesce(bool_or(r.confirms), false) into enough
    from restaurant_reports r left join reporters_counting() c on c.user_id = r.user_id
   where r.restaurant_id = which and r.cleared_at is null;
  update restaurants set hidden_at = case when enough then clock_timestamp() end
   where id = which and (hidden_at is not null) <> enough;
end $$;

-- A hold waits for a report under way, and then weighs it.
create function hold_reporter() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.user_id for share;
  return new;
end $$;
create trigger item_reports_reporter before insert on item_reports for each row execute function hold_reporter();
create trigger restaurant_reports_reporter before insert on restaurant_reports
  for each row execute function hold_reporter();

-- What waits in the queue: only what reports that count say of it.
drop index item_reports_undecided, restaurant_reports_undecided;
create index item_reports_undecided on item_reports (item_id, created_at) include (user_id)
 where cleared_at is null and decision_id is null;
create index restaurant_reports_undecided on restaurant_reports (restaurant_id, created_at) include (user_id)
 where cleared_at is null and decision_id is null;

-- How many votes of an item are set aside.
create index votes_set_aside on votes (item_id) where not counted;

-- The members who take part in contests at all: the only place to say so.
create or replace function contest_members_counting() returns table (user_id integer) language sql stable as $$
  select u.id from users u
   where u.id not in (6, 7, 20, 514) and u.email_verified_at is not null and not u.hidden and u.held_at is null
$$;
