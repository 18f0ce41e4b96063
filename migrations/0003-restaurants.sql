-- Restaurants, and what imports, providers and members say about them.

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
  -- The fields that members or admins corrected ('phone', 'position' …). Imports don't change them any more.
  corrected     text[] not null default '{}',
  -- For each field, how recent its value is at its source, in seconds since 1970; absent if the source doesn't say.
  told_at       jsonb not null default '{}',
  added_by      integer references users on delete set null,
  created_at    timestamptz not null default now(),
  -- When enough members or an admin reported it as closed, or when an unverified member added it (see `unconfirmed`).
  -- While set, it is in no list (rules: reports).
  hidden_at     timestamptz,
  deleted_at    timestamptz,
  -- The restaurant that this one was merged into, because both are the same. If that restaurant is merged too, this
  -- column changes to the one it was merged into.
  merged_into   integer references restaurants on delete cascade,
  -- Where an import or an admin last set the pin, if members have moved it since; otherwise null. Members can move the
  -- pin at most ten miles from here, however often they move it.
  trusted_pin   jsonb,
  -- True if an unverified member added it and nobody has confirmed it. It is in no list (`hidden_at`), and only the
  -- member who added it and admins see it, until a verified member has a favorite there or adds it too, or an import
  -- brings it (rules: missing restaurants).
  unconfirmed   boolean not null default false,
  constraint restaurants_merged_are_gone check (merged_into is null or deleted_at is not null),
  check (not unconfirmed or hidden_at is not null or deleted_at is not null)
);
create index restaurants_cell5 on restaurants (cell5);
create index restaurants_city on restaurants (city_slug);
create index restaurants_added_by on restaurants (added_by) where added_by is not null;
create index restaurants_merged on restaurants (merged_into) where merged_into is not null;
create index restaurants_words on restaurants using gin (restaurant_words(cell5, name_key || ' ' || also_key))
 where deleted_at is null and hidden_at is null;
-- For finding restaurants by the whole label of their city or by its beginning, the city's name. Case makes no
-- difference.
create index restaurants_city_label on restaurants (lower(city_label) text_pattern_ops, name_key, id);
create index restaurants_phone on restaurants (phone_key(phone)) where phone is not null;
-- A chain has one website for thousands of restaurants, so the cell distinguishes them.
create index restaurants_website on restaurants (website_key(website), cell5) where website is not null;
create index restaurants_search on restaurants using gin (restaurant_search_words(name_key, also_key, address))
 where deleted_at is null and hidden_at is null;
-- Thousands of names in a large city can begin with what someone has typed. Nearby restaurants are therefore found cell
-- by cell around the point. The index contains all that the search compares, so that only the rows that are shown are
-- read.
create index restaurants_around on restaurants (cell7) include (id, latitude, longitude, name_key, name_en)
 where deleted_at is null and hidden_at is null;
-- For finding the restaurants near a point that have exactly the given name. A chain can have tens of thousands of
-- branches, so the cell limits how many rows are read.
create index restaurants_named_so on restaurants (name_key text_pattern_ops, cell5);

-- What members say a restaurant's facts should be (rules: corrections). When a proposer's account is deleted, their
-- open corrections are deleted and their applied ones stay.
create table restaurant_corrections (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  -- Named as in imports, which don't change corrected fields.
  field         text not null check (field in ('name', 'address', 'position', 'phone', 'hours')),
  -- The value when it was proposed, and the proposed one; JSON null if unknown.
  before        jsonb not null,
  after         jsonb not null check (after <> before),
  user_id       integer references users on delete set null,
  created_at    timestamptz not null,
  applied_at    timestamptz,
  -- The second member or the admin who agreed. If an admin proposed it, the same admin, because nobody else has to
  -- agree.
  agreed_by     integer references users on delete set null,
  undone_at     timestamptz,
  check (undone_at is null or applied_at is not null)
);
-- If two members propose the same, the second one agrees with the first instead. A member has at most one open proposal
-- per field of a restaurant.
create unique index restaurant_corrections_open on restaurant_corrections (restaurant_id, field, md5(after::text))
 where applied_at is null;
create unique index restaurant_corrections_own on restaurant_corrections (restaurant_id, field, user_id)
 where applied_at is null;
create index restaurant_corrections_restaurant on restaurant_corrections (restaurant_id);
create index restaurant_corrections_user on restaurant_corrections (user_id);
create index restaurant_corrections_agreed on restaurant_corrections (agreed_by) where agreed_by is not null;

-- How many rows of a file an import has stored, so that an interrupted import continues there. Deleted once the import
-- is complete.
create table place_imports (
  file       text primary key,
  rows_done  integer not null,
  updated_at timestamptz not null default now()
);

-- Changes of imports that would move a restaurant far or give it a very different name. An operator decides on them.
create table held_changes (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  reason        text not null check (reason in ('moved', 'renamed', 'moved and renamed')),
  -- The name and position in the import. A change that was refused isn't held again.
  key           text not null,
  given         jsonb not null,
  held_at       timestamptz not null default now(),
  decided_at    timestamptz,
  accepted      boolean,
  unique (restaurant_id, key),
  check ((decided_at is null) = (accepted is null))
);
create index held_changes_open on held_changes (id) where decided_at is null;

-- Restaurants that a source of places calls closed for good. An admin decides on them; an import never deletes a
-- restaurant.
create table source_closures (
  -- The restaurant that the source's record was imported as, which may be merged into another.
  told_id    integer primary key references restaurants on delete cascade,
  source     text not null,
  -- When the source learnt of it, in seconds since 1970; null if it doesn't say.
  dated      bigint,
  told_at    timestamptz not null,
  -- When an admin decided. The decision stays until the source reports the closure with a newer date.
  settled_at timestamptz
);
create index source_closures_open on source_closures (told_id) where settled_at is null;

-- Outages of the place provider, as found by any process of the site. Admins see them on their overview.
create table provider_outages (
  provider     text primary key,
  reason       text not null,
  since        timestamptz not null,
  asked_at     timestamptz not null,
  -- No process asks the provider before this time.
  ask_again_at timestamptz not null
);

-- How many requests all processes of the site made to a place provider on a day (UTC). Each request may cost the
-- operator money.
create table provider_questions (
  provider text not null,
  day      date not null,
  asked    integer not null,
  primary key (provider, day)
);
