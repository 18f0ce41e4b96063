-- import { reportHideThreshold } from './reports.ts'

-- A report by an admin, or reports by enough members, hide an item or restaurant at the moment of a report that counts.
-- It is shown again once too few count. If enough count because their members verified, came back or were released,
-- they hide nothing until the next report, so that the budget of reports limits how much a few members can hide at
-- once. The row of the item or restaurant is locked before its
-- reports are counted, so that the second of two simultaneous reports sees the first. hidden_at is the time of the
-- clock, not of the transaction's start, so that a member who reads their notifications during the transaction is still
-- notified. Reports that count while a thing is hidden are marked (hid_at), and stay marked when they are taken back. A
-- change of one report can mark other members' reports too. Code that changes reports therefore locks the thing first.

-- Returns the members whose reports can hide something. No other code decides this.
create function reporters_counting() returns table (user_id integer) language sql stable as $$
  select u.id from users u where u.counts
$$;

-- Shows the item again if too few reports count. If enough count, only a call with `hides` hides it.
create function weigh_item_reports(which integer, hides boolean) returns void language plpgsql as $$
declare enough boolean;
begin
  select hides or hidden_at is not null into hides from items where id = which for no key update;
  select hides and (count(c.user_id) >= ${reportHideThreshold} or coalesce(bool_or(r.confirms), false)) into enough
    from item_reports r left join reporters_counting() c on c.user_id = r.user_id
   where r.item_id = which and r.cleared_at is null and r.withdrawn_at is null;
  if enough then
    update item_reports r set hid_at = clock_timestamp()
     where r.item_id = which and r.hid_at is null and r.cleared_at is null and r.withdrawn_at is null
       and r.user_id in (select user_id from reporters_counting());
  end if;
  update items set hidden_at = case when enough then clock_timestamp() end
   where id = which and (hidden_at is not null) <> enough;
end $$;

create function item_reports_changed() returns trigger language plpgsql as $$
declare
  changed integer[] := '{}';
  -- Those with a report that counts now and didn't before.
  more    integer[] := '{}';
  which   integer;
begin
  if tg_op <> 'DELETE' then changed := array(select item_id from new_rows); end if;
  if tg_op <> 'INSERT' then changed := changed || array(select item_id from old_rows); end if;
  if tg_op = 'INSERT' then
    more := array(
      select item_id from new_rows where cleared_at is null and withdrawn_at is null
         and (confirms or user_id in (select user_id from reporters_counting())));
  elsif tg_op = 'UPDATE' then
    more := array(
      select n.item_id from new_rows n where n.cleared_at is null and n.withdrawn_at is null
         and (n.confirms or n.user_id in (select user_id from reporters_counting()))
         and not exists (select from old_rows o where o.item_id = n.item_id and o.user_id = n.user_id
                            and o.cleared_at is null and o.withdrawn_at is null));
  end if;
  for which in select distinct unnest(changed) as id order by id loop
    perform weigh_item_reports(which, which = any (more));
  end loop;
  return null;
end $$;
create trigger item_reports_inserted after insert on item_reports
  referencing new table as new_rows for each statement execute function item_reports_changed();
create trigger item_reports_deleted after delete on item_reports
  referencing old table as old_rows for each statement execute function item_reports_changed();
create trigger item_reports_updated after update on item_reports
  referencing old table as old_rows new table as new_rows
  for each statement execute function item_reports_changed();

create function weigh_restaurant_reports(which integer, hides boolean) returns void language plpgsql as $$
declare enough boolean;
begin
  select hides or hidden_at is not null into hides from restaurants where id = which for no key update;
  select hides and (count(c.user_id) >= ${reportHideThreshold} or coalesce(bool_or(r.confirms), false)) into enough
    from restaurant_reports r left join reporters_counting() c on c.user_id = r.user_id
   where r.restaurant_id = which and r.cleared_at is null and r.withdrawn_at is null;
  if enough then
    update restaurant_reports r set hid_at = clock_timestamp()
     where r.restaurant_id = which and r.hid_at is null and r.cleared_at is null and r.withdrawn_at is null
       and r.user_id in (select user_id from reporters_counting());
  end if;
  update restaurants set hidden_at = case when enough then clock_timestamp() end
   where id = which and (hidden_at is not null) <> enough;
end $$;

create function restaurant_reports_changed() returns trigger language plpgsql as $$
declare
  changed integer[] := '{}';
  -- Those with a report that counts now and didn't before.
  more    integer[] := '{}';
  which   integer;
begin
  if tg_op <> 'DELETE' then changed := array(select restaurant_id from new_rows); end if;
  if tg_op <> 'INSERT' then changed := changed || array(select restaurant_id from old_rows); end if;
  if tg_op = 'INSERT' then
    more := array(
      select restaurant_id from new_rows where cleared_at is null and withdrawn_at is null
         and (confirms or user_id in (select user_id from reporters_counting())));
  elsif tg_op = 'UPDATE' then
    more := array(
      select n.restaurant_id from new_rows n where n.cleared_at is null and n.withdrawn_at is null
         and (n.confirms or n.user_id in (select user_id from reporters_counting()))
         and not exists (select from old_rows o where o.restaurant_id = n.restaurant_id and o.user_id = n.user_id
                            and o.cleared_at is null and o.withdrawn_at is null));
  end if;
  for which in select distinct unnest(changed) as id order by id loop
    perform weigh_restaurant_reports(which, which = any (more));
  end loop;
  return null;
end $$;
create trigger restaurant_reports_inserted after insert on restaurant_reports
  referencing new table as new_rows for each statement execute function restaurant_reports_changed();
create trigger restaurant_reports_deleted after delete on restaurant_reports
  referencing old table as old_rows for each statement execute function restaurant_reports_changed();
create trigger restaurant_reports_updated after update on restaurant_reports
  referencing old table as old_rows new table as new_rows
  for each statement execute function restaurant_reports_changed();

-- Counts a member's reports again when they begin or cease to count. This shows things again and hides none.
create function reporter_changed() returns trigger language plpgsql as $$
begin
  perform weigh_restaurant_reports(restaurant_id, false) from restaurant_reports where user_id = new.id and cleared_at is null order by restaurant_id;
  perform weigh_item_reports(item_id, false) from item_reports where user_id = new.id and cleared_at is null order by item_id;
  return null;
end $$;
create trigger users_verified after update on users
  for each row when (old.counts <> new.counts)
  execute function reporter_changed();

-- Locks the reporter's row, so that a hold of the reporter waits for a report in progress and then includes it when it
-- recounts their reports.
create function hold_reporter() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.user_id for share;
  return new;
end $$;
create trigger item_reports_reporter before insert on item_reports for each row execute function hold_reporter();
create trigger restaurant_reports_reporter before insert on restaurant_reports
  for each row execute function hold_reporter();
