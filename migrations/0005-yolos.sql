-- Yolos (a member’s favourites), their tags and photos, and deleted yolos that can still be restored.

-- One member's saved favourite of one item.
create table yolos (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  item_id     integer not null,
  category_id smallint not null,
  -- Three slots per member and category (rules: quota). User 20 has no quota and takes none.
  slot        smallint check (slot between 1 and 3),
  description text not null default '' check (char_length(description) <= 300),
  -- The member name to show, as user 20 typed it; null for other members, whose own name is shown.
  shown_name  text check (char_length(shown_name) between 1 and 300),
  -- The cell of its item, set by a trigger.
  cell5       bigint not null default 0,
  -- Written by the triggers on takedowns. While `text_down` is true, its text is hidden, even if its owner changes it;
  -- the same goes for `photo_down` and its photo.
  text_down   boolean not null default false,
  photo_down  boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz,
  -- False while its member is held: it is shown and listed, but doesn't count in rankings.
  counted     boolean not null default true,
  check (slot is not null or user_id = 20),
  unique (user_id, item_id),
  unique (user_id, category_id, slot),
  -- The key that photos refer to.
  constraint yolos_id_item unique (id, item_id),
  foreign key (item_id, category_id) references items (id, category_id) on update cascade on delete cascade
);
-- The yolos that a card shows first: those with a visible text, then the newest.
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
  -- Updated when its yolo moves to another item. With it, a card finds a photo by a single index lookup.
  item_id    integer not null,
  -- A random name that contains nothing of the uploaded file's name.
  name       text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- Shown until the picture has loaded.
  colour     text not null check (colour ~ '^#[0-9a-f]{6}$'),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  -- Which part of the picture is shown, so that it can be cropped again; null if all of it is.
  cut        jsonb,
  created_at timestamptz not null,
  foreign key (yolo_id, item_id) references yolos (id, item_id) on update cascade on delete cascade
);
create index photos_item on photos (item_id, created_at desc);

-- Members' profile pictures.
create table avatars (
  user_id    integer primary key references users (id) on delete cascade,
  name       text not null unique check (name ~ '^[0-9a-f]{32}$'),
  cut        jsonb,
  created_at timestamptz not null
);

-- Names of picture files that no row of `photos` or `avatars` refers to: of an upload in progress, or of a picture that
-- was replaced or deleted with its yolo or account. The files are deleted once due.
create table stray_photos (
  name text primary key,
  due  timestamptz not null
);
create index stray_photos_due on stray_photos (due);

-- Deleted yolos, while the deletion can be undone. Rows are deleted once due. Until then the files of their photos are
-- listed in stray_photos.
create table deleted_yolos (
  -- The yolo's id, which it has again when it is restored.
  id           integer primary key,
  user_id      integer not null references users on delete cascade,
  -- Who deleted it. Nobody else can restore it by itself, so an owner can't undo an admin's deletion.
  deleted_by   integer not null,
  item_id      integer not null references items on delete cascade,
  description  text not null,
  shown_name   text,
  tags         smallint[] not null,
  -- Its row of `photos` as JSON, or null.
  photo        jsonb,
  created_at   timestamptz not null,
  due          timestamptz not null,
  -- The dish or restaurant with which an admin deleted it ('item 5', 'restaurant 7') and with which it is restored.
  -- Null if the yolo was deleted by itself.
  removed_with text
);
create index deleted_yolos_user on deleted_yolos (user_id);
create index deleted_yolos_item on deleted_yolos (item_id);
create index deleted_yolos_due on deleted_yolos (due);
-- For the check for files that no row refers to, which reads the names of all these photos.
create index deleted_yolos_photo on deleted_yolos (id) where photo is not null;
create index deleted_yolos_removed_with on deleted_yolos (removed_with) where removed_with is not null;
