-- One member's saved favorite of one item.
create table yolos (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  item_id     integer not null,
  category_id smallint not null,
  -- Three slots per member and category (rules: quota). User 20 has no quota and takes none, and neither does a yolo
  -- on a deleted item.
  slot        smallint check (slot >= 1 and slot <= 3),
  description text not null default '' check (char_length(description) <= 300),
  tags        smallint[] not null default '{}',
  -- The member name to show, as user 20 typed it; null for other members, whose own name is shown.
  shown_name  text check (char_length(shown_name) >= 1 and char_length(shown_name) <= 300),
  -- True while an admin has removed its text, also if its owner changes it;
  -- the same goes for `photo_down` and its photo.
  text_down   boolean not null default false,
  photo_down  boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz,
  -- When it was moved to its item from another one; null if it was saved there.
  moved_at    timestamptz,
  constraint yolos_id_item unique (id, item_id),
  constraint yolos_user_id_category_id_slot_key unique (user_id, category_id, slot),
  constraint yolos_user_id_item_id_key unique (user_id, item_id),
  constraint yolos_item_id_category_id_fkey foreign key (item_id, category_id) references items(id, category_id) on update cascade on delete cascade
);
create index yolos_created on yolos (created_at);
create index yolos_of_member on yolos (user_id, created_at desc);
create index yolos_photo_down on yolos (id) where photo_down;
create index yolos_shown on yolos (item_id, (description <> '' and not text_down) desc, created_at desc);

create table photos (
  yolo_id      integer primary key,
  -- Updated when its yolo moves to another item. With it, a card finds a photo by a single index lookup.
  item_id      integer not null,
  -- A random name that contains nothing of the uploaded file's name.
  name         text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- Shown until the picture has loaded.
  color       text not null check (color ~ '^#[0-9a-f]{6}$'),
  width        integer not null check (width > 0),
  height       integer not null check (height > 0),
  created_at   timestamptz not null,
  constraint photos_yolo_id_item_id_fkey foreign key (yolo_id, item_id) references yolos(id, item_id) on update cascade on delete cascade
);
create index photos_item on photos (item_id, created_at desc);
