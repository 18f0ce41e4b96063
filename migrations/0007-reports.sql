-- A report stays for its reporter ('Thanks for reporting'); cleared, it no longer counts: dismissed by
-- an admin, or stale when a verified member confirmed the dish.
alter table item_reports add column cleared_at timestamptz;
alter table restaurant_reports add column cleared_at timestamptz;

-- Hidden exactly while five verified members' reports stand, whoever writes and in whatever order:
-- the row is locked first, so that of two fifth reports at once the second sees the first.
create function weigh_item_reports(which integer) returns void language plpgsql as $$
declare enough boolean;
begin
  perform 1 from items where id = which for no key update;
  select count(*) >= 5 into enough
    from item_reports r join users u on u.id = r.user_id
   where r.item_id = which and r.cleared_at is null and u.email_verified_at is not null;
  update items set hidden_at = case when enough then now() end
   where id = which and (hidden_at is not null) <> enough;
end $$;

create function weigh_restaurant_reports(which integer) returns void language plpgsql as $$
declare enough boolean;
begin
  perform 1 from restaurants where id = which for no key update;
  select count(*) >= 5 into enough
    from restaurant_reports r join users u on u.id = r.user_id
   where r.restaurant_id = which and r.cleared_at is null and u.email_verified_at is not null;
  update restaurants set hidden_at = case when enough then now() end
   where id = which and (hidden_at is not null) <> enough;
end $$;

create function item_report_changed() returns trigger language plpgsql as $$
begin
  perform weigh_item_reports(case when tg_op = 'DELETE' then old.item_id else new.item_id end);
  return null;
end $$;
create trigger item_reports_weighed after insert or delete or update of cleared_at on item_reports
  for each row execute function item_report_changed();

create function restaurant_report_changed() returns trigger language plpgsql as $$
begin
  perform weigh_restaurant_reports(case when tg_op = 'DELETE' then old.restaurant_id else new.restaurant_id end);
  return null;
end $$;
create trigger restaurant_reports_weighed after insert or delete or update of cleared_at on restaurant_reports
  for each row execute function restaurant_report_changed();

-- Verifying makes a member's earlier reports count.
create function reporter_verified() returns trigger language plpgsql as $$
begin
  perform weigh_item_reports(item_id) from item_reports where user_id = new.id and cleared_at is null order by item_id;
  perform weigh_restaurant_reports(restaurant_id) from restaurant_reports where user_id = new.id and cleared_at is null order by restaurant_id;
  return null;
end $$;
create trigger users_verified after update of email_verified_at on users
  for each row when ((old.email_verified_at is null) <> (new.email_verified_at is null))
  execute function reporter_verified();
