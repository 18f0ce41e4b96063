create table restaurants (
  id            integer generated always as identity primary key,
  -- The provider's opaque id, prefixed with the provider: 'osm:node/1', 'own:…'.
  place_id      text not null unique,
  name          text not null,
  name_key      text not null,
  -- The English name and the town of the address, as the source has them. `also_key` is both, folded, for the index of
  -- words, so that a restaurant is found by either.
  name_en       text,
  town          text,
  also_key      text not null default '',
  address       text not null check (address <> ''),
  latitude      double precision not null check (latitude >= -90 and latitude <= 90),
  longitude     double precision not null check (longitude >= -180 and longitude <= 180),
  -- H3 indexes at resolutions 5 and 7 as signed 64-bit integers.
  cell5         bigint not null,
  cell7         bigint not null,
  city_id       integer,
  city_label    text not null,
  city_slug     text not null,
  time_zone     text not null,
  price_level   smallint check (price_level >= 1 and price_level <= 4),
  website       text check (website ~ '^https?://'),
  phone         text,
  opening_hours jsonb,
  source        text not null,
  license       text not null default '',
  -- The fields that members or admins corrected ('phone', 'position' …). Imports don't change them any more.
  corrected     text[] not null default '{}',
  added_by      integer references users on delete set null,
  created_at    timestamptz not null default now(),
  -- Since when it is closed, by members' reports or an admin's word. While set, it is in no list (rules: reports).
  hidden_at     timestamptz,
  deleted_at    timestamptz,
  -- The restaurant that this one was merged into, because both are the same. If that restaurant is merged too, this
  -- column changes to the one it was merged into.
  merged_into   integer references restaurants on delete cascade,
  -- True if the member who added it doesn't count, so that others don't see it.
  unconfirmed   boolean not null default false,
  cuisines      text[],
  -- The words and the cell by which it is found (features/search/search.sql).
  search        tsvector not null generated always as (restaurant_search(name_key, also_key, address, cell5)) stored,
  constraint restaurants_merged_are_gone check (merged_into is null or deleted_at is not null)
);
-- A restaurant that a member adds twice is the same row, also once it was deleted.
create unique index restaurants_added on restaurants (added_by, name_key, cell7) where added_by is not null;
create index restaurants_around on restaurants (cell7) include (id, latitude, longitude, name_key, name_en) where deleted_at is null and hidden_at is null;
create index restaurants_cell5 on restaurants (cell5);
create index restaurants_city on restaurants (city_slug);
create index restaurants_city_label on restaurants (lower(city_label) text_pattern_ops, name_key, id);
create index restaurants_merged on restaurants (merged_into) where merged_into is not null;
create index restaurants_named_so on restaurants (name_key text_pattern_ops, cell5);
create index restaurants_search on restaurants using gin (search) where deleted_at is null and hidden_at is null;

-- What members say a restaurant's facts should be, until an admin accepts or declines it (rules: corrections).
create table restaurant_corrections (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  -- Named as in `restaurants.corrected`.
  field         text not null check (field in ('name', 'address', 'position', 'phone', 'website', 'hours')),
  value         jsonb not null,
  user_id       integer not null references users on delete cascade,
  created_at    timestamptz not null,
  constraint restaurant_corrections_own unique (restaurant_id, field, user_id)
);
create index restaurant_corrections_user on restaurant_corrections (user_id);
