-- Yolos (a member's favourites) and what belongs to one: tags, photos, what a deletion keeps for a while.

create table yolos (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  item_id     integer not null,
  category_id smallint not null,
  -- Three slots per member and category (rules: quota). User 20 has no quota and takes none.
  slot        smallint check (slot between 1 and 3),
  description text not null default '' check (char_length(description) <= 300),
  -- The name that user 20 typed; others show their own.
  shown_name  text check (char_length(shown_name) between 1 and 300),
  -- The cell of its item, whatever was written.
  cell5       bigint not null default 0,
  -- Set by the triggers of takedowns alone. What its owner writes or uploads meanwhile stays out of sight too.
  text_down   boolean not null default false,
  photo_down  boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz,
  check (slot is not null or user_id = 20),
  unique (user_id, item_id),
  unique (user_id, category_id, slot),
  -- What photos refer to.
  constraint yolos_id_item unique (id, item_id),
  foreign key (item_id, category_id) references items (id, category_id) on update cascade on delete cascade
);
-- Those that a card shows first: with a text to be seen, newest first.
create index yolos_shown on yolos (item_id, (description <> '' and not text_down) desc, created_at desc);
create index yolos_created on yolos (created_at);
-- New favourites near a point, newest first.
create index yolos_near on yolos (cell5, created_at desc);
create index yolos_of_member on yolos (user_id, created_at desc);
create index yolos_photo_down on yolos (id) where photo_down;

create function place_yolo() returns trigger language plpgsql as $$
begin
  select cell5 into new.cell5 from items where id = new.item_id;
  return new;
end $$;
create trigger yolos_placed before insert or update of item_id on yolos
  for each row execute function place_yolo();

create table yolo_tags (
  yolo_id integer not null references yolos on delete cascade,
  tag_id  smallint not null references tags,
  primary key (yolo_id, tag_id)
);

-- An item's tags are its yolos' tags together.
create function item_tags(item integer) returns integer[] language sql stable as $$
  select coalesce(array_agg(distinct t.tag_id::integer order by t.tag_id::integer), '{}')
    from yolos y join yolo_tags t on t.yolo_id = y.id where y.item_id = item
$$;

-- The triggers that sum up rows on their items run once per statement, and take items by number so that
-- two statements never wait for each other in a circle. What is summed is read by a statement after the
-- lock: of two that delete, move or tag yolos of one item at once, the second sees what the first did.
create function count_yolos() returns trigger language plpgsql as $$
declare
  gains  integer[] := '{}';
  losses integer[] := '{}';
  change record;
begin
  if tg_op = 'INSERT' then
    gains := array(select item_id from new_rows);
  elsif tg_op = 'DELETE' then
    losses := array(select item_id from old_rows);
  else
    select array_agg(n.item_id), array_agg(o.item_id) into gains, losses
      from new_rows n join old_rows o using (id) where n.item_id <> o.item_id;
  end if;
  for change in
    select item_id, sum(yolos) as yolos
      from (select unnest(gains), 1 union all select unnest(losses), -1) as moved (item_id, yolos)
     group by item_id order by item_id
  loop
    if tg_op = 'INSERT' then
      update items
         set yolo_count = yolo_count + change.yolos,
             newest_yolo_at = greatest(newest_yolo_at,
               (select max(created_at) from new_rows where item_id = change.item_id))
       where id = change.item_id;
    else
      perform 1 from items where id = change.item_id for no key update;
      update items
         set yolo_count = yolo_count + change.yolos,
             newest_yolo_at = (select max(created_at) from yolos where item_id = change.item_id),
             tags = item_tags(change.item_id)
       where id = change.item_id;
    end if;
  end loop;
  return null;
end $$;
create trigger yolos_inserted after insert on yolos
  referencing new table as new_rows for each statement execute function count_yolos();
create trigger yolos_deleted after delete on yolos
  referencing old table as old_rows for each statement execute function count_yolos();
create trigger yolos_updated after update on yolos
  referencing old table as old_rows new table as new_rows for each statement execute function count_yolos();

-- Tags that go with their yolo find it gone already: count_yolos gathers its item's.
create function gather_tags() returns trigger language plpgsql as $$
declare
  tagged integer[];
  item   integer;
begin
  if tg_op = 'INSERT' then
    tagged := array(select yolo_id from new_rows);
  else
    tagged := array(select yolo_id from old_rows);
  end if;
  for item in select distinct item_id from yolos where id = any (tagged) order by item_id loop
    perform 1 from items where id = item for no key update;
    update items set tags = item_tags(item) where id = item and tags is distinct from item_tags(item);
  end loop;
  return null;
end $$;
create trigger yolo_tags_inserted after insert on yolo_tags
  referencing new table as new_rows for each statement execute function gather_tags();
create trigger yolo_tags_deleted after delete on yolo_tags
  referencing old table as old_rows for each statement execute function gather_tags();

create table photos (
  yolo_id    integer primary key,
  -- Follows its yolo to another item, so that a card finds a photo by one look at an index.
  item_id    integer not null,
  -- Random, and ours: nothing of the file that was sent.
  name       text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- Shown until the picture is there.
  colour     text not null check (colour ~ '^#[0-9a-f]{6}$'),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  -- Which part of the whole picture is shown, so that it can be cut again; null where all of it is.
  cut        jsonb,
  created_at timestamptz not null,
  foreign key (yolo_id, item_id) references yolos (id, item_id) on update cascade on delete cascade
);
create index photos_item on photos (item_id, created_at desc);

-- A member's own picture.
create table avatars (
  user_id    integer primary key references users (id) on delete cascade,
  name       text not null unique check (name ~ '^[0-9a-f]{32}$'),
  cut        jsonb,
  created_at timestamptz not null
);

-- Names under which files may lie though no row shows them: an upload under way, or a picture that
-- went with its yolo, its account or its successor. Their files are deleted once due.
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
create trigger avatars_deleted after delete on avatars
  for each row execute function leave_photo();
create trigger avatars_replaced after update of name on avatars
  for each row when (old.name <> new.name) execute function leave_photo();

-- What a deletion took, for as long as it may be undone; deleted once due. The files of its photo wait
-- among the strays until then.
create table deleted_yolos (
  -- The yolo's: it comes back as itself.
  id          integer primary key,
  user_id     integer not null references users on delete cascade,
  -- Only who deleted may undo: an owner can't undo an admin's deletion.
  deleted_by  integer not null,
  item_id     integer not null references items on delete cascade,
  description text not null,
  shown_name  text,
  tags        smallint[] not null,
  -- A row of photos, or null.
  photo       jsonb,
  created_at  timestamptz not null,
  due         timestamptz not null
);
create index deleted_yolos_user on deleted_yolos (user_id);
create index deleted_yolos_item on deleted_yolos (item_id);
create index deleted_yolos_due on deleted_yolos (due);
-- The few photos that may not be shown are asked for every second.
create index deleted_yolos_photo on deleted_yolos (id) where photo is not null;
