alter table yolos add constraint yolos_id_item unique (id, item_id);

create table photos (
  yolo_id    integer primary key,
  -- Follows its yolo to another item, so that a card finds a photo by one look at an index.
  item_id    integer not null,
  -- Our own, random: nothing of the file that was sent.
  name       text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- Shown until the picture is there.
  colour     text not null check (colour ~ '^#[0-9a-f]{6}$'),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  created_at timestamptz not null,
  foreign key (yolo_id, item_id) references yolos (id, item_id) on update cascade on delete cascade
);
create index photos_item on photos (item_id, created_at desc);

-- Names under which files may lie though no yolo shows them: an upload under way, or a photo that
-- went with its yolo, its account or its successor. Swept once due.
create table stray_photos (
  name text primary key,
  due  timestamptz not null
);
create index stray_photos_due on stray_photos (due);

create function leave_photo() returns trigger language plpgsql as $$
begin
  insert into stray_photos (name, due) values (old.name, now()) on conflict do nothing;
  return null;
end $$;
create trigger photos_deleted after delete on photos
  for each row execute function leave_photo();
create trigger photos_replaced after update of name on photos
  for each row when (old.name <> new.name) execute function leave_photo();
