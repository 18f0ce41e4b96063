-- What lists keep in memory, and what they are narrowed and ordered by.

-- What lists keep in memory of items (their place in the ranking, their cards) is kept right by this log:
-- each change of an item, or of what its card shows, leaves a row. Processes read those of transactions that
-- had not ended when they last looked, so none is missed, whatever the order of commits; old rows are deleted.
-- Item 0 stands for all: what was written without triggers.
create table item_changes (
  id          bigint generated always as identity primary key,
  xid         xid8 not null default pg_current_xact_id(),
  item_id     integer not null,
  category_id smallint not null,
  cell5       bigint not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 0);
create index item_changes_xid on item_changes (xid);

-- Which transactions had all ended when: rows are deleted by this, so that one that is committed late is
-- there for as long as any other.
create table item_change_horizons (
  at           timestamptz primary key default clock_timestamp(),
  ended_before xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
);

-- What a card shows of an item, ready to be sent: reading it again costs twenty times as much. Written by those who
-- read it (features/listings/candidates/stored-cards.server.ts), and gone with each change of what it shows. What
-- votes change isn't in it.
create table item_cards (
  -- Of an item that is there: its trigger takes the row along. A key to it would lock the item with each row.
  item_id integer primary key,
  -- One higher with each change: what was read before one is not kept after it.
  version integer not null default 0,
  body    text
)
-- Bodies come and go on the page where they are.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1,
      autovacuum_vacuum_cost_delay = 0);

-- Favourites and votes from here on are of this week; a job moves it every day and then counts again those that
-- it leaves behind: until that is through, `settled` is false.
create table trending_window (
  single  boolean primary key default true check (single),
  since   timestamptz not null,
  settled boolean not null default true
);
insert into trending_window (since)
  values ((date_trunc('day', now() at time zone 'UTC') - interval '6 days') at time zone 'UTC');
