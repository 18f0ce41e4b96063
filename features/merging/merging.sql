create function leave_merged_photo() returns trigger language plpgsql as $$
begin
  insert into stray_photos (name, due) values (old.photo, now()) on conflict do nothing;
  return null;
end $$;
create trigger merge_parts_deleted after delete on merge_parts
  for each row when (old.photo is not null) execute function leave_merged_photo();
