-- A member's own picture. Its files are cleared away like those of a photo: see stray_photos.
create table avatars (
  user_id    integer primary key references users (id) on delete cascade,
  name       text not null unique check (name ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null
);
create trigger avatars_deleted after delete on avatars
  for each row execute function leave_photo();
create trigger avatars_replaced after update of name on avatars
  for each row when (old.name <> new.name) execute function leave_photo();
