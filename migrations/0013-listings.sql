-- The key with which positions in public lists are sealed (platform/server/sealed-cursor.ts). All processes share it. Its
-- randomness is that of two version-4 UUIDs, 244 bits.
create table cursor_key (
  single boolean not null default true,
  key    bytea not null,
  constraint cursor_key_pkey primary key (single),
  constraint cursor_key_single_check check (single)
);

-- Pairs of dishes of one restaurant and category that a job found probably the same by their names
-- (docs/decisions/0058).
create table near_same_items (
  id         integer not null generated always as identity,
  item_id    integer not null,
  other_id   integer not null,
  -- How their names differ, which tells how likely they are the same dish.
  likeness   text not null,
  found_at   timestamptz not null,
  -- When an admin merged them or decided that they are two dishes.
  settled_at timestamptz,
  constraint near_same_items_pkey primary key (id),
  constraint near_same_items_item_id_other_id_key unique (item_id, other_id),
  constraint near_same_items_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint near_same_items_other_id_fkey foreign key (other_id) references items(id) on delete cascade,
  constraint near_same_items_check check (other_id > item_id),
  constraint near_same_items_likeness_check check (likeness in ('spelling', 'typo'))
);
create index near_same_items_open on near_same_items (id) where settled_at is null;
create index near_same_items_other on near_same_items (other_id);

-- Words that a listed dish or restaurant no longer has. A job deletes those from search_vocabulary that no other one
-- has either (features/search/forget-words.server.ts).
create table dropped_words (
  word text not null
);

insert into cursor_key (key)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
