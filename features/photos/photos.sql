-- Adds photos that no row shows any more to stray_photos, so that a job deletes their files.

create function leave_photo() returns trigger language plpgsql as $$
begin
  insert into stray_photos (name, due) values (old.name, now()) on conflict do nothing;
  return null;
end $$;
create trigger photos_deleted after delete on photos
  for each row execute function leave_photo();
create trigger photos_replaced after update of name on photos
  for each row when (old.name <> new.name) execute function leave_photo();
