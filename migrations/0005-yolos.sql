-- Yolos (a member’s favourites) and what belongs to one: tags, photos, what a deletion keeps for a while.

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
  -- False while its member is held: it is shown and listed, and weighs nothing in ranks.
  counted     boolean not null default true,
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
create index yolos_set_aside on yolos (user_id) where not counted;

create table yolo_tags (
  yolo_id integer not null references yolos on delete cascade,
  tag_id  smallint not null references tags,
  primary key (yolo_id, tag_id)
);

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

-- What a deletion took, for as long as it may be undone; deleted once due. The files of its photo wait
-- among the strays until then.
create table deleted_yolos (
  -- The yolo's: it comes back as itself.
  id           integer primary key,
  user_id      integer not null references users on delete cascade,
  -- Only who deleted may undo: an owner can't undo an admin's deletion.
  deleted_by   integer not null,
  item_id      integer not null references items on delete cascade,
  description  text not null,
  shown_name   text,
  tags         smallint[] not null,
  -- A row of photos, or null.
  photo        jsonb,
  created_at   timestamptz not null,
  due          timestamptz not null,
  -- The favourites of a dish or restaurant that an admin deleted come back with it: 'item 5', 'restaurant 7'.
  -- Null where a yolo was deleted by itself.
  removed_with text
);
create index deleted_yolos_user on deleted_yolos (user_id);
create index deleted_yolos_item on deleted_yolos (item_id);
create index deleted_yolos_due on deleted_yolos (due);
-- The few photos that may not be shown are asked for every second.
create index deleted_yolos_photo on deleted_yolos (id) where photo is not null;
create index deleted_yolos_removed_with on deleted_yolos (removed_with) where removed_with is not null;
