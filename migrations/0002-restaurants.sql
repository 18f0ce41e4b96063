-- Restaurants, and what imports of open data leave behind.

-- Great-circle miles on a sphere of 3958.7613 mi (rules: distance).
create function miles_between(a_latitude float8, a_longitude float8, b_latitude float8, b_longitude float8)
  returns float8 language sql immutable parallel safe
  return 2 * 3958.7613 * asin(least(1, sqrt(
    power(sin(radians(b_latitude - a_latitude) / 2), 2)
    + cos(radians(a_latitude)) * cos(radians(b_latitude)) * power(sin(radians(b_longitude - a_longitude) / 2), 2))));

create table restaurants (
  id            integer generated always as identity primary key,
  -- Opaque, with the provider in front: 'osm:node/1', 'own:…'.
  place_id      text not null unique,
  name          text not null,
  name_key      text not null,
  -- The English name and the town of the address, as the source has them. `also_key` is both, folded, for
  -- the index of words: a restaurant is found by either.
  name_en       text,
  town          text,
  also_key      text not null default '',
  address       text not null check (address <> ''),
  latitude      double precision not null check (latitude between -90 and 90),
  longitude     double precision not null check (longitude between -180 and 180),
  -- H3 indexes at resolutions 5 and 7 as signed 64-bit integers.
  cell5         bigint not null,
  cell7         bigint not null,
  city_id       integer,
  city_label    text not null,
  city_slug     text not null,
  time_zone     text not null,
  price_level   smallint check (price_level between 1 and 4),
  website       text check (website ~ '^https?://'),
  phone         text,
  opening_hours jsonb,
  source        text not null,
  licence       text not null default '',
  -- The fields that members or an operator corrected ('phone', 'position' …): no import changes them any more.
  corrected     text[] not null default '{}',
  -- For each field the second as of which its source stated it; nothing where it didn't say.
  told_at       jsonb not null default '{}',
  added_by      integer references users on delete set null,
  created_at    timestamptz not null default now(),
  -- Reported closed by enough members, or by an admin: out of the listings for all (rules: reports).
  hidden_at     timestamptz,
  deleted_at    timestamptz,
  -- The restaurant that this one turned out to be: always the one that stayed, never another merged one.
  merged_into   integer references restaurants on delete cascade,
  constraint restaurants_merged_are_gone check (merged_into is null or deleted_at is not null)
);
create index restaurants_cell5 on restaurants (cell5);
create index restaurants_city on restaurants (city_slug);
create index restaurants_name on restaurants (name_key text_pattern_ops);
create index restaurants_added_by on restaurants (added_by) where added_by is not null;
create index restaurants_merged on restaurants (merged_into) where merged_into is not null;

-- Restaurants are searched by beginnings of words within 50 miles. One index holds both at once: each
-- word with its H3 cell of resolution 4 before it (19 to 37 cells cover the circle). With a million
-- restaurants, 52,000 of them in the circle: 1 to 25 ms, against 20 to 100 for cells or words alone.
create function restaurant_words(cell5 bigint, name_key text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector((
    select array_agg(distinct
             -- The parent cell: resolution 4, the fifth digit set to 7 (none).
             to_hex((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) || '/' || word)
      from unnest(string_to_array(name_key, ' ')) word
     where word <> ''));
create index restaurants_words on restaurants using gin (restaurant_words(cell5, name_key || ' ' || also_key))
 where deleted_at is null and hidden_at is null;

-- Items keep a copy of where their restaurant is: an import that moves it moves them.
create function move_items_of_restaurant() returns trigger language plpgsql as $$
begin
  update items set latitude = new.latitude, longitude = new.longitude, cell5 = new.cell5, cell7 = new.cell7
   where restaurant_id = new.id;
  return null;
end $$;
create trigger restaurants_moved after update of latitude, longitude on restaurants
  for each row when ((old.latitude, old.longitude) is distinct from (new.latitude, new.longitude))
  execute function move_items_of_restaurant();

-- A hidden or deleted restaurant takes its items out of the listings, and back.
create function hide_items_of_restaurant() returns trigger language plpgsql as $$
begin
  update items set restaurant_hidden = (new.hidden_at is not null or new.deleted_at is not null)
   where restaurant_id = new.id
     and restaurant_hidden <> (new.hidden_at is not null or new.deleted_at is not null);
  return null;
end $$;
create trigger restaurants_hidden after update of hidden_at, deleted_at on restaurants
  for each row execute function hide_items_of_restaurant();

-- How far the import of a file came, so that one cut off continues there. Deleted when it is through.
create table place_imports (
  file       text primary key,
  rows_done  integer not null,
  updated_at timestamptz not null default now()
);

-- An import would move a restaurant far or give it quite another name: an operator decides first.
create table held_changes (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  reason        text not null check (reason in ('moved', 'renamed', 'moved and renamed')),
  -- The name and place that the import gives: once refused, the same isn't asked again.
  key           text not null,
  given         jsonb not null,
  held_at       timestamptz not null default now(),
  decided_at    timestamptz,
  accepted      boolean,
  unique (restaurant_id, key),
  check ((decided_at is null) = (accepted is null))
);
create index held_changes_open on held_changes (id) where decided_at is null;
