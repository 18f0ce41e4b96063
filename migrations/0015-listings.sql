-- The tables from which processes update the lists and cards they keep in memory, and the week of 'Trending'.

-- The log from which processes update what they keep in memory of items: their place in the ranking and their cards.
-- Each change of an item, or of something that its card shows, inserts a row. A process reads the rows of transactions
-- that were in progress when it last looked, and of newer ones, so it misses none in whatever order they commit. Old
-- rows are deleted. Item 0 means all items: data was written without triggers.
create table item_changes (
  id          bigint generated always as identity primary key,
  xid         xid8 not null default pg_current_xact_id(),
  item_id     integer not null,
  category_id smallint not null,
  cell5       bigint not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 0);
create index item_changes_xid on item_changes (xid);

-- At the time `at` all transactions before `ended_before` had ended. It decides which rows of item_changes are old
-- enough to be deleted, so that a row that was committed late is kept as long as any other.
create table item_change_horizons (
  at           timestamptz primary key default clock_timestamp(),
  ended_before xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
);

-- What an item's card shows, as text that is ready to be sent, because building it again costs twenty times as much as
-- reading it. The code that reads cards stores it (features/listings/candidates/stored-cards.server.ts), and each
-- change of what it shows removes it. It doesn't contain what votes change.
create table item_cards (
  -- Not a foreign key, because that would lock the item whenever a row is inserted. A trigger deletes the row with its
  -- item.
  item_id integer primary key,
  -- Raised by each change, so that a text built from data read before a change isn't stored after it.
  version integer not null default 0,
  body    text
)
-- Texts are stored and removed often, so pages have free space for new versions of their rows.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1,
      autovacuum_vacuum_cost_delay = 0);

-- Favourites and votes since this time count as this week's. Every day a job moves it forward and recounts the items
-- whose favourites or votes it leaves behind. `settled` is false until the recount is complete.
create table trending_window (
  single  boolean primary key default true check (single),
  since   timestamptz not null,
  settled boolean not null default true
);
insert into trending_window (since)
  values ((date_trunc('day', now() at time zone 'UTC') - interval '6 days') at time zone 'UTC');
