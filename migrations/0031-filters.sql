-- What lists are narrowed and ordered by besides tags and distance (rules: price, open now, trending). Items keep
-- copies, so that no question reads their restaurants or votes.

-- Minutes since Monday, 0:00, on the restaurant's own clock in which it is open; null where nobody knows. What ends
-- no later than it began ends on the next day, and a Sunday's night on Monday (`isOpen` in features/restaurants/hours.ts).
create function open_minutes_of(hours jsonb) returns int4multirange language sql immutable parallel safe
  return case when jsonb_typeof(hours) = 'array' then coalesce((
    select range_agg(part)
      from jsonb_to_recordset(hours) as span (day text, "openTime" text, "closeTime" text, closed boolean)
     cross join lateral (
       select (array_position(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], lower(left(day, 3))) - 1) * 1440 as midnight,
              split_part("openTime", ':', 1)::integer * 60 + split_part("openTime", ':', 2)::integer as opens,
              split_part("closeTime", ':', 1)::integer * 60 + split_part("closeTime", ':', 2)::integer as closes) as told
     cross join lateral (
       select midnight + opens as start, midnight + closes + case when closes > opens then 0 else 1440 end as stop) as open
     cross join lateral (values (int4range(start, least(stop, 10080))), (int4range(0, greatest(stop - 10080, 0)))) as parts (part)
     where not coalesce(closed, false) and start is not null and stop is not null), '{}') end;

create function minute_of_week(moment timestamptz, zone text) returns integer language sql stable parallel safe
  return ((extract(isodow from moment at time zone zone) - 1) * 1440
    + extract(hour from moment at time zone zone) * 60 + extract(minute from moment at time zone zone))::integer;

-- One that this server doesn't know would break every question that asks by it.
create function knows_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

-- Favourites and votes from here on are of this week; a job moves it every day and then counts again those that
-- it leaves behind: until that is through, `settled` is false.
create table trending_window (
  single  boolean primary key default true check (single),
  since   timestamptz not null,
  settled boolean not null default true
);
insert into trending_window (since)
  values ((date_trunc('day', now() at time zone 'UTC') - interval '6 days') at time zone 'UTC');

-- This week's votes and favourites of an item that count, but for those of members who are hidden.
create function trending_of(item integer) returns integer language sql stable
  return (select count(*)::integer
            from (select v.user_id from votes v
                   where v.item_id = item and v.counted and v.created_at >= (select since from trending_window)
                  union all
                  select y.user_id from yolos y
                   where y.item_id = item and y.counted and y.created_at >= (select since from trending_window)) acts
            join users u on u.id = acts.user_id and not u.hidden);

-- Filled by 0033 and ranked by from 0034 on, so that nobody who reads waits for a million rows.
alter table items
  add column price_level smallint,
  -- Both or neither.
  add column open_minutes int4multirange,
  add column time_zone text,
  -- Kept by triggers, and by the job that moves the window.
  add column trending integer not null default 0 check (trending >= 0);
alter table items add constraint items_hours_with_zone check ((open_minutes is null) = (time_zone is null));

-- A new item has what its restaurant has; nobody changes that before the item can be seen.
create function take_restaurant_facts() returns trigger language plpgsql as $$
declare
  at restaurants;
begin
  select * into at from restaurants where id = new.restaurant_id for share;
  new.price_level := at.price_level;
  new.open_minutes := case when knows_time_zone(at.time_zone) then open_minutes_of(at.opening_hours) end;
  new.time_zone := case when new.open_minutes is not null then at.time_zone end;
  return new;
end $$;
create trigger items_facts before insert or update of restaurant_id on items
  for each row execute function take_restaurant_facts();

create function copy_restaurant_facts() returns trigger language plpgsql as $$
declare
  hours int4multirange := case when knows_time_zone(new.time_zone) then open_minutes_of(new.opening_hours) end;
  zone  text := case when hours is not null then new.time_zone end;
begin
  update items set price_level = new.price_level, open_minutes = hours, time_zone = zone
   where restaurant_id = new.id
     and (price_level, open_minutes, time_zone) is distinct from (new.price_level, hours, zone);
  return null;
end $$;
create trigger restaurants_facts after update of price_level, opening_hours, time_zone on restaurants
  for each row when ((old.price_level, old.opening_hours, old.time_zone)
                     is distinct from (new.price_level, new.opening_hours, new.time_zone))
  execute function copy_restaurant_facts();

-- Items by number, each counted by a statement after its lock.
create function recount_trending(counted_anew integer[]) returns void language plpgsql as $$
declare
  item integer;
begin
  for item in select id from items where id = any (counted_anew) order by id loop
    perform 1 from items where id = item for no key update;
    update items set trending = trending_of(item) where id = item and trending <> trending_of(item);
  end loop;
end $$;

create or replace function count_new_votes() returns trigger language plpgsql as $$
declare
  change record;
begin
  if exists (select from new_rows n join yolos y on y.item_id = n.item_id and y.user_id = n.user_id) then
    raise check_violation using constraint = 'votes_not_own', message = 'a vote for one''s own favourite';
  end if;
  for change in
    select n.item_id, count(*) as votes,
           count(*) filter (where not u.hidden and n.created_at >= (select since from trending_window)) as recent
      from new_rows n join users u on u.id = n.user_id where n.counted group by n.item_id order by n.item_id
  loop
    update items set vote_count = vote_count + change.votes, trending = trending + change.recent
     where id = change.item_id;
  end loop;
  return null;
end $$;

-- Of votes that go or change: whether their members were hidden is no longer known, so this week's are counted anew.
create or replace function count_votes() returns trigger language plpgsql as $$
declare
  gains  integer[] := '{}';
  losses integer[] := '{}';
  recent integer[];
  change record;
begin
  recent := array(select item_id from old_rows where created_at >= (select since from trending_window));
  losses := array(select item_id from old_rows where counted);
  if tg_op = 'UPDATE' then
    gains := array(select item_id from new_rows where counted);
    recent := recent || array(select item_id from new_rows where created_at >= (select since from trending_window));
  end if;
  for change in
    select item_id, sum(votes) as votes, item_id = any (recent) as recent
      from (select unnest(gains), 1 union all select unnest(losses), -1) as moved (item_id, votes)
     group by item_id having sum(votes) <> 0 or item_id = any (recent) order by item_id
  loop
    perform 1 from items where id = change.item_id for no key update;
    update items
       set vote_count = vote_count + change.votes,
           trending = case when change.recent then trending_of(id) else trending end
     where id = change.item_id
       and (change.votes <> 0 or trending <> trending_of(id));
  end loop;
  return null;
end $$;

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
             trending = trending + (
               select count(*) from new_rows n join users u on u.id = n.user_id
                where n.item_id = change.item_id and n.counted and not u.hidden
                  and n.created_at >= (select since from trending_window)),
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
             trending = trending_of(change.item_id),
             newest_yolo_at = (select max(created_at) from yolos where item_id = change.item_id),
             newest_counted_at = coalesce(
               (select max(created_at) from yolos where item_id = change.item_id and counted), 'epoch'),
             tags = item_tags(change.item_id)
       where id = change.item_id;
    end if;
  end loop;
  return null;
end $$;

-- Who is hidden, or shown again, takes along what they did this week.
create function weigh_hidden_acts() returns trigger language plpgsql as $$
begin
  perform recount_trending(array(
    select item_id from votes where user_id = new.id and created_at >= (select since from trending_window)
    union select item_id from yolos where user_id = new.id and created_at >= (select since from trending_window)));
  return null;
end $$;
create trigger users_trending after update of disabled_at, taken_down_at on users
  for each row when (old.hidden is distinct from new.hidden)
  execute function weigh_hidden_acts();
