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

-- Hides an item or restaurant that enough counting members report, and shows it again once fewer do. What an admin hid
-- has no reports, so nothing here shows it.
create function weigh_reports(kind text, which integer, shows boolean) returns void language plpgsql as $$
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

-- A report of an item or restaurant opens a case. The last one that is taken back withdraws it.
create function report_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  which   integer := changed ->> (tg_argv[0] || '_id');
begin
  perform weigh_reports(tg_argv[0], which, tg_op = 'DELETE');
  if tg_op = 'INSERT' then
    insert into cases (kind, subject_id, opened_at) values (tg_argv[1], which, new.created_at)
    on conflict (kind, subject_id) where closed_at is null do nothing;
  else
    delete from cases c
     where kind = tg_argv[1] and subject_id = which and closed_at is null
       and not exists (select from reports where case_id = c.id);
  end if;
  return null;
end $$;
create trigger item_reports_changed after insert or delete on item_reports
  for each row execute function report_changed('item', 'item');
create trigger restaurant_reports_changed after insert or delete on restaurant_reports
  for each row execute function report_changed('restaurant', 'closed');

create function weigh_reporter() returns trigger language plpgsql as $$
begin
  perform weigh_reports('item', item_id, true) from item_reports where user_id = new.id order by item_id;
  perform weigh_reports('restaurant', restaurant_id, true)
     from restaurant_reports where user_id = new.id order by restaurant_id;
  return null;
end $$;
create trigger users_reports after update on users
  for each row when (old.counts <> new.counts) execute function weigh_reporter();

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
