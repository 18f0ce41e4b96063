-- import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
-- import { entriesPerPhoto } from './entries.ts'

-- Entries are derived from yolos, photos, items and restaurants, and only the functions in this file write them.

-- Returns the members who can take part in any contest. No other code decides this.
create function contest_members_counting() returns table (user_id integer) language sql stable as $$
  select u.id from users u
   where u.id not in (${privilegedUserIds}) and u.email_verified_at is not null and not u.hidden
$$;

-- Returns whether a member can take part in any contest.
create function contest_member_counts(who integer) returns boolean language sql stable as $$
  select exists (select from contest_members_counting() m where m.user_id = who)
$$;

-- Returns the members whose entries in a contest count.
create function contest_entrants(contest integer) returns table (user_id integer) language sql stable as $$
  select c.user_id from contest_confirmations c join contest_members_counting() m on m.user_id = c.user_id
   where c.contest_id = contest and c.eligible
$$;

-- Returns whether a member's entries in a contest count.
create function contest_entries_count(contest integer, who integer) returns boolean language sql stable as $$
  select exists (select from contest_entrants(contest) e where e.user_id = who)
$$;

-- Returns the entries that each contest should have until it is closed. No other code decides what an entry is.
create function contest_entries_due() returns table (contest_id integer, user_id integer, yolo_id integer, n integer)
  language sql stable as $$
  select c.id, y.user_id, y.id, part.n
    from contests c
    join yolos y on y.created_at >= c.entries_from and y.created_at < c.closes_at
                and (c.category_ids = '{}' or y.category_id = any (c.category_ids))
    join items i on i.id = y.item_id and i.deleted_at is null
    join restaurants r on r.id = i.restaurant_id and r.deleted_at is null
   cross join generate_series(0, ${entriesPerPhoto}) as part (n)
   where c.closed_at is null
     and miles_between(c.latitude, c.longitude, i.latitude, i.longitude) <= c.miles
     and (part.n = 0 or not y.photo_down and exists (select from photos p where p.yolo_id = y.id))
$$;

-- Returns a random number for an entry. Numbers in the order in which yolos are saved would tell whose each published
-- number is, since everybody sees who saved what and when.
create function new_entry_number() returns integer language plpgsql as $$
declare number integer;
begin
  loop
    number := 100000000 + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 900000000;
    exit when not exists (select from contest_entries where id = number);
  end loop;
  return number;
end $$;

-- Adds and deletes entries of these yolos in these contests, so that exactly the due ones exist. The caller must have
-- locked the contests.
create function settle_contest_entries(which integer[], standing integer[]) returns void language plpgsql as $$
begin
  delete from contest_entries e
   where e.yolo_id = any (which) and e.contest_id = any (standing)
     and not exists (select from contest_entries_due() d
                      where d.yolo_id = any (which)
                        and (d.yolo_id, d.contest_id, d.n) = (e.yolo_id, e.contest_id, e.n));
  -- The lock leaves out members whose account is deleted at the same moment. Only entries that aren't there yet draw a
  -- number, since that takes longer than all the rest.
  insert into contest_entries (id, contest_id, user_id, yolo_id, n)
  select new_entry_number(), d.contest_id, d.user_id, d.yolo_id, d.n from contest_entries_due() d join users u on u.id = d.user_id
   where d.yolo_id = any (which) and d.contest_id = any (standing)
     and not exists (select from contest_entries e
                      where (e.yolo_id, e.contest_id, e.n) = (d.yolo_id, d.contest_id, d.n))
   order by d.yolo_id, d.n, d.contest_id for key share of u
  on conflict do nothing;
end $$;

-- Updates the entries of these yolos after the yolos, or rows that they depend on, have changed. The shared lock makes
-- a closing wait for changes that came before it; changes that come after it see that the contest is closed.
create function yolos_changed_for_contests(which integer[]) returns void
  -- A request holds a connection while it waits for a closing.
  language plpgsql set lock_timeout = '2s' as $$
declare standing integer[];
begin
  if not exists (select from contests where closed_at is null) then return; end if;
  select coalesce(array_agg(id), '{}') into standing
    from (select c.id from contests c
           where c.closed_at is null
             and (c.id in (select d.contest_id from contest_entries_due() d where d.yolo_id = any (which))
                  or c.id in (select e.contest_id from contest_entries e where e.yolo_id = any (which)))
           order by c.id for share) as locked;
  if standing <> '{}' then perform settle_contest_entries(which, standing); end if;
end $$;

create function yolos_enter_contests() returns trigger language plpgsql as $$
declare which integer[];
begin
  if tg_op = 'INSERT' then which := array(select id from new_rows);
  elsif tg_op = 'DELETE' then which := array(select id from old_rows);
  else
    which := array(select n.id from new_rows n join old_rows o using (id)
                    where (n.item_id, n.category_id, n.photo_down) is distinct from (o.item_id, o.category_id, o.photo_down));
  end if;
  if which <> '{}' then perform yolos_changed_for_contests(which); end if;
  return null;
end $$;
create trigger yolos_inserted_enter after insert on yolos
  referencing new table as new_rows for each statement execute function yolos_enter_contests();
create trigger yolos_deleted_leave after delete on yolos
  referencing old table as old_rows for each statement execute function yolos_enter_contests();
create trigger yolos_updated_enter after update on yolos
  referencing old table as old_rows new table as new_rows for each statement execute function yolos_enter_contests();

create function photos_enter_contests() returns trigger language plpgsql as $$
declare which integer[] := '{}';
begin
  if tg_op <> 'DELETE' then which := array(select yolo_id from new_rows); end if;
  if tg_op <> 'INSERT' then which := which || array(select yolo_id from old_rows); end if;
  if which <> '{}' then perform yolos_changed_for_contests(which); end if;
  return null;
end $$;
create trigger photos_inserted_enter after insert on photos
  referencing new table as new_rows for each statement execute function photos_enter_contests();
create trigger photos_deleted_leave after delete on photos
  referencing old table as old_rows for each statement execute function photos_enter_contests();
create trigger photos_updated_enter after update on photos
  referencing old table as old_rows new table as new_rows for each statement execute function photos_enter_contests();

-- Runs once per row, because such updates are rare. It must not run when votes update items, which happens all day.
create function item_moved_for_contests() returns trigger language plpgsql as $$
begin
  perform yolos_changed_for_contests(array(select id from yolos where item_id = new.id));
  return null;
end $$;
create trigger items_enter_contests after update of latitude, longitude, restaurant_id, deleted_at on items
  for each row when (
    (old.latitude, old.longitude, old.restaurant_id, old.deleted_at is null)
    is distinct from (new.latitude, new.longitude, new.restaurant_id, new.deleted_at is null)
  ) execute function item_moved_for_contests();

create function restaurant_gone_for_contests() returns trigger language plpgsql as $$
begin
  perform yolos_changed_for_contests(array(
    select y.id from yolos y join items i on i.id = y.item_id where i.restaurant_id = new.id));
  return null;
end $$;
create trigger restaurants_enter_contests after update of deleted_at on restaurants
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function restaurant_gone_for_contests();

-- Closes a contest and freezes the entries that count now. Returns false if it is closed already. The lock waits for
-- saves in progress and blocks new ones.
create function close_contest(which integer, moment timestamptz) returns boolean language plpgsql as $$
declare frozen integer[];
begin
  perform 1 from contests where id = which and closed_at is null for update;
  if not found then return false; end if;
  -- Transactions that saved yolos while the contest was being created couldn't see the contest, so these yolos have no
  -- entries yet.
  perform settle_contest_entries(
    array(select d.yolo_id from contest_entries_due() d where d.contest_id = which
          union select e.yolo_id from contest_entries e where e.contest_id = which),
    array[which]);
  frozen := array(
    select e.id from contest_entries e
      join contest_entrants(which) as member using (user_id)
     where e.contest_id = which order by e.id);
  update contests
     set closed_at = least(moment, closes_at), entries = frozen,
         list_hash = encode(sha256(convert_to(array_to_string(frozen, ','), 'UTF8')), 'hex')
   where id = which;
  return true;
end $$;
