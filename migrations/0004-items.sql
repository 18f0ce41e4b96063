create table items (
  id                integer generated always as identity primary key,
  restaurant_id     integer not null references restaurants on delete cascade,
  category_id       smallint not null check (category_id between 1 and 14),
  name              text not null check (char_length(name) >= 1 and char_length(name) <= 300),
  -- Trimmed, NFKC, case-folded, spaces collapsed (rules: item names).
  name_key          text not null,
  -- Copied from the restaurant, so that the ranking reads only one index. So are `price_level`, `open_minutes` and
  -- `time_zone` below.
  latitude          double precision not null,
  longitude         double precision not null,
  cell5             bigint not null,
  restaurant_hidden boolean not null default false,
  -- The next five columns are computed from votes, yolos, their tags and reports, mostly by triggers on these.
  vote_count        integer not null default 0 check (vote_count >= 0),
  yolo_count        integer not null default 0 check (yolo_count >= 0),
  -- Never null, so that the next page can begin after an item without a yolo.
  newest_yolo_at    timestamptz not null default '1970-01-01 00:00:00+00',
  tags              integer[] not null default '{}',
  hidden_at         timestamptz,
  -- What admins and user 20 add to the votes (rules: adjustments).
  adjustment        integer not null default 0,
  upvote_count      integer not null generated always as (greatest(vote_count + adjustment, 0)) stored,
  confirmed_at      timestamptz,
  created_at        timestamptz not null default now(),
  deleted_at        timestamptz,
  -- The item that this one was merged into, because both are the same (rules: merging). This row stays, marked as
  -- deleted, and links to it redirect. If that item is merged too, this column changes to the one it was merged into.
  merged_into       integer references items on delete cascade,
  listed            boolean not null generated always as (yolo_count > 0 and hidden_at is null and deleted_at is null and not restaurant_hidden) stored,
  price_level       smallint,
  -- `open_minutes` and `time_zone` are both null or both set.
  open_minutes      int4multirange,
  time_zone         text,
  constraint items_id_category_id_key unique (id, category_id),
  constraint items_hours_with_zone check ((open_minutes is null) = (time_zone is null)),
  constraint items_merged_are_gone check (merged_into is null or deleted_at is not null)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500, autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
create index items_former_names on items (restaurant_id, category_id, name_key) where merged_into is not null;
create index items_merged on items (merged_into) where merged_into is not null;
-- Deleted and merged items are in it, too: the first aren't added again, and the second lead to the item that stayed.
create unique index items_name on items (restaurant_id, category_id, name_key);
create index items_rank_all on items (category_id, upvote_count desc, yolo_count desc, newest_yolo_at desc, (- id) desc) include (id, latitude, longitude, tags, price_level) where listed;
create index items_rank_cell5 on items (category_id, cell5, upvote_count desc, yolo_count desc, newest_yolo_at desc, (- id) desc) include (id, latitude, longitude, tags, price_level) where listed;
create index items_restaurant on items (restaurant_id);
