-- import { reportHideThreshold } from '#domain/reports.ts'

-- Hides a dish or restaurant that enough counting members report, and shows it again once fewer do. What an admin hid
-- has no reports, so nothing here shows it.

create function weigh_item(which integer, shows boolean) returns void language plpgsql as $$
declare
  enough boolean;
begin
  -- The second of two reports at once waits here and then counts both.
  perform 1 from items where id = which for no key update;
  enough := (select count(*) >= ${reportHideThreshold} from item_reports r
               join users u on u.id = r.user_id and u.counts where r.item_id = which);
  update items set hidden_at = case when enough then clock_timestamp() end
   where id = which and (hidden_at is not null) <> enough and (enough or shows);
end $$;

create function weigh_restaurant(which integer, shows boolean) returns void language plpgsql as $$
declare
  enough boolean;
begin
  perform 1 from restaurants where id = which for no key update;
  enough := (select count(*) >= ${reportHideThreshold} from restaurant_reports r
               join users u on u.id = r.user_id and u.counts where r.restaurant_id = which);
  update restaurants set hidden_at = case when enough then clock_timestamp() end
   where id = which and (hidden_at is not null) <> enough and (enough or shows);
end $$;

create function weigh_reported() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'item' then
    perform weigh_item(case tg_op when 'INSERT' then new.item_id else old.item_id end, tg_op = 'DELETE');
  else
    perform weigh_restaurant(case tg_op when 'INSERT' then new.restaurant_id else old.restaurant_id end, tg_op = 'DELETE');
  end if;
  return null;
end $$;
create trigger item_reports_weighed after insert or delete on item_reports
  for each row execute function weigh_reported('item');
create trigger restaurant_reports_weighed after insert or delete on restaurant_reports
  for each row execute function weigh_reported('restaurant');

create function weigh_reporter() returns trigger language plpgsql as $$
begin
  perform weigh_item(item_id, true) from item_reports where user_id = new.id order by item_id;
  perform weigh_restaurant(restaurant_id, true) from restaurant_reports where user_id = new.id order by restaurant_id;
  return null;
end $$;
create trigger users_reports after update on users
  for each row when (old.counts <> new.counts) execute function weigh_reporter();
-- All reports of open cases. Reports that a dish is off the menu or a restaurant closed are in tables of their own.
create view reports as
  select r.case_id, r.reporter_id, r.reason, r.words, r.created_at from case_reports r
  union all
  select c.id, r.user_id, null, '', r.created_at
    from cases c join item_reports r on r.item_id = c.subject_id where c.kind = 'item' and c.closed_at is null
  union all
  select c.id, r.user_id, null, '', r.created_at
    from cases c join restaurant_reports r on r.restaurant_id = c.subject_id
   where c.kind = 'closed' and c.closed_at is null;

-- A report of a dish or restaurant opens a case. The last one that is taken back withdraws it.
create function open_case() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'item' then
    insert into cases (kind, subject_id, opened_at) values ('item', new.item_id, new.created_at)
    on conflict (kind, subject_id) where closed_at is null do nothing;
  else
    insert into cases (kind, subject_id, opened_at) values ('closed', new.restaurant_id, new.created_at)
    on conflict (kind, subject_id) where closed_at is null do nothing;
  end if;
  return null;
end $$;
create trigger item_reports_case after insert on item_reports for each row execute function open_case('item');
create trigger restaurant_reports_case after insert on restaurant_reports for each row execute function open_case('closed');

create function withdraw_case() returns trigger language plpgsql as $$
begin
  delete from cases c
   where c.closed_at is null
     and (c.kind = 'item' and tg_argv[0] = 'item' and not exists (select from item_reports where item_id = c.subject_id)
       or c.kind = 'closed' and tg_argv[0] = 'closed'
          and not exists (select from restaurant_reports where restaurant_id = c.subject_id));
  return null;
end $$;
create trigger item_reports_withdrawn after delete on item_reports
  for each statement execute function withdraw_case('item');
create trigger restaurant_reports_withdrawn after delete on restaurant_reports
  for each statement execute function withdraw_case('closed');

-- A case ends with its subject.
create function forget_cases() returns trigger language plpgsql as $$
begin
  delete from cases where closed_at is null and subject_id = old.id and kind = any (tg_argv);
  return null;
end $$;
create trigger yolos_cases after delete on yolos for each row execute function forget_cases('text', 'photo');
create trigger users_cases after delete on users for each row execute function forget_cases('member');
create trigger restaurants_cases after delete on restaurants
  for each row execute function forget_cases('restaurant', 'closed', 'activity');
create trigger items_cases after delete on items for each row execute function forget_cases('item');
