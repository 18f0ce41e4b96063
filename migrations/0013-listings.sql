-- The log from which processes update what they keep in memory of items: their place in the ranking and their cards.
-- Each change of an item, or of something that its card shows, inserts a row. A process reads the rows of transactions
-- that were in progress when it last looked, and of newer ones, so it misses none in whatever order they commit. Old
-- rows are deleted. Item 0 means all items: data was written without triggers.
create table item_changes (
  id          bigint not null generated always as identity,
  xid         xid8 not null default pg_current_xact_id(),
  item_id     integer not null,
  category_id smallint not null,
  cell5       bigint not null,
  constraint item_changes_pkey primary key (id)
) with (autovacuum_vacuum_scale_factor=0.1, autovacuum_vacuum_insert_scale_factor=0.2, autovacuum_vacuum_cost_delay=0);
create index item_changes_xid on item_changes (xid);

-- At the time `at` all transactions before `ended_before` had ended. It decides which rows of item_changes are old
-- enough to be deleted, so that a row that was committed late is kept as long as any other.
create table item_change_horizons (
  at           timestamptz not null default clock_timestamp(),
  ended_before xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  constraint item_change_horizons_pkey primary key (at)
);

-- What an item's card shows, as text that is ready to be sent, because building it again costs twenty times as much as
-- reading it. The code that reads cards stores it (features/listings/candidates/stored-cards.server.ts), and each
-- change of what it shows removes it. It doesn't contain what votes change.
create table item_cards (
  -- Not a foreign key, because that would lock the item whenever a row is inserted. A trigger deletes the row with its
  -- item.
  item_id integer not null,
  -- Raised by each change, so that a text built from data read before a change isn't stored after it.
  version integer not null default 0,
  body    text,
  constraint item_cards_pkey primary key (item_id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_insert_scale_factor=0.1, autovacuum_vacuum_cost_delay=0);

-- Favourites and votes since this time count as this week's. Every day a job moves it forward and recounts the items
-- whose favourites or votes it leaves behind. `settled` is false until the recount is complete.
create table trending_window (
  single  boolean not null default true,
  since   timestamptz not null,
  settled boolean not null default true,
  constraint trending_window_pkey primary key (single),
  constraint trending_window_single_check check (single)
);

-- The key with which positions in public lists are sealed (platform/server/sealed-cursor.ts). All processes share it. Its
-- randomness is that of two version-4 UUIDs, 244 bits.
create table cursor_key (
  single boolean not null default true,
  key    bytea not null,
  constraint cursor_key_pkey primary key (single),
  constraint cursor_key_single_check check (single)
);

-- The row of a city and category names the yolo that holds the place of the first one there. The triggers
-- `yolos_first_here` and `yolos_first_here_moved` write it (features/items/first-here.sql), and merging updates it. The
-- primary key decides between two yolos that are saved at once. Rows are never deleted. yolo_id isn't a foreign key,
-- because the row stays when its yolo is deleted: if the yolo is restored before another takes its place, it is the
-- first again. If the row's yolo is gone or may not be shown as the first, the next yolo that is saved in or moved to
-- that city and category gives the place to the oldest one that may be, even if that is a later one. Whether the mark
-- is shown is decided when it is read (rules: first here).
create table first_dishes (
  city_slug   text not null,
  category_id smallint not null,
  yolo_id     integer not null,
  constraint first_dishes_pkey primary key (city_slug, category_id),
  constraint first_dishes_category_id_fkey foreign key (category_id) references categories(id)
);
create index first_dishes_yolo on first_dishes (yolo_id);

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

-- Since when an item has no yolo. Rows remain when it is saved again. A job deletes the item after some days if nothing
-- refers to it (features/items/unsaved.server.ts). Not a foreign key, because creating one would lock all items.
create table unsaved_items (
  item_id integer not null,
  since   timestamptz not null,
  constraint unsaved_items_pkey primary key (item_id)
);
create index unsaved_items_since on unsaved_items (since);

insert into trending_window (since)
  values ((date_trunc('day', now() at time zone 'UTC') - interval '6 days') at time zone 'UTC');

insert into cursor_key (key)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
