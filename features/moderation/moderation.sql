-- All reports of open cases. Reports that a dish is off the menu or a restaurant closed are in tables of their own.
create or replace view reports as
  select r.case_id, r.reporter_id, r.reason, r.words, r.created_at from case_reports r
  union all
  select c.id, r.user_id, null, '', r.created_at
    from cases c join item_reports r on r.item_id = c.subject_id where c.kind = 'item' and c.closed_at is null
  union all
  select c.id, r.user_id, null, '', r.created_at
    from cases c join restaurant_reports r on r.restaurant_id = c.subject_id
   where c.kind = 'closed' and c.closed_at is null;

-- A report of an item or restaurant opens a case. The last one that is taken back withdraws it.
create or replace function report_changed() returns trigger language plpgsql as $$
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
create or replace trigger item_reports_changed after insert or delete on item_reports
  for each row execute function report_changed('item', 'item');
create or replace trigger restaurant_reports_changed after insert or delete on restaurant_reports
  for each row execute function report_changed('restaurant', 'closed');
