-- Restaurants, and what imports, providers and members say of them.

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
  -- Where an import or an admin last set the pin, once members have moved it; null while it stands there. Members'
  -- ten miles are counted from here, however often they move it.
  trusted_pin   jsonb,
  -- Added by an unverified member: out of the lists (`hidden_at`), and seen by its adder alone, until a verified
  -- member's dish hangs on it or a source brings it (rules: missing restaurants).
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
-- Restaurants by city, as the label says it or by the city's name alone, in any case.
create index restaurants_city_label on restaurants (lower(city_label) text_pattern_ops, name_key, id);
create index restaurants_phone on restaurants (phone_key(phone)) where phone is not null;
-- A chain has one website for thousands: the cell parts them.
create index restaurants_website on restaurants (website_key(website), cell5) where website is not null;
create index restaurants_search on restaurants using gin (restaurant_search_words(name_key, also_key, address))
 where deleted_at is null and hidden_at is null;
-- What someone has typed of a name begins thousands of names in a large city. Close by they are found by walking the
-- cells round the point: the index holds all that is asked of them, so that only the ones shown are read.
create index restaurants_around on restaurants (cell7) include (id, latitude, longitude, name_key, name_en)
 where deleted_at is null and hidden_at is null;
-- Those that are named just so, wherever near by they are: branches of a chain are tens of thousands.
create index restaurants_named_so on restaurants (name_key text_pattern_ops, cell5);

-- What members say a restaurant's facts should be (rules: corrections). A row goes with its proposer's account;
-- what it changed stays, remembered in restaurants.corrected.
create table restaurant_corrections (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  -- As an import names them: what was corrected here none changes any more.
  field         text not null check (field in ('name', 'address', 'position', 'phone', 'hours')),
  -- What stood when it was proposed, and what should; JSON null where nobody knew.
  before        jsonb not null,
  after         jsonb not null check (after <> before),
  user_id       integer references users on delete set null,
  created_at    timestamptz not null,
  applied_at    timestamptz,
  -- The second member, or an admin; the proposer, where that is one.
  agreed_by     integer references users on delete set null,
  undone_at     timestamptz,
  check (undone_at is null or applied_at is not null)
);
-- Two who propose the same at once agree; one member proposes one thing of a field at a time.
create unique index restaurant_corrections_open on restaurant_corrections (restaurant_id, field, md5(after::text))
 where applied_at is null;
create unique index restaurant_corrections_own on restaurant_corrections (restaurant_id, field, user_id)
 where applied_at is null;
create index restaurant_corrections_restaurant on restaurant_corrections (restaurant_id);
create index restaurant_corrections_user on restaurant_corrections (user_id);
create index restaurant_corrections_agreed on restaurant_corrections (agreed_by) where agreed_by is not null;

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

-- What a source of places calls closed for good: an admin decides, an import never deletes.
create table source_closures (
  -- The source's own row, which may be merged into another.
  told_id    integer primary key references restaurants on delete cascade,
  source     text not null,
  -- When the source says that it learnt so, in seconds; null where it doesn't say.
  dated      bigint,
  told_at    timestamptz not null,
  -- An admin has decided; told again with nothing newer it stays so.
  settled_at timestamptz
);
create index source_closures_open on source_closures (told_id) where settled_at is null;

-- The place provider while it is away, as any process of the site found it: admins read of it on their overview.
create table provider_outages (
  provider     text primary key,
  reason       text not null,
  since        timestamptz not null,
  asked_at     timestamptz not null,
  -- Before this nobody asks it.
  ask_again_at timestamptz not null
);

-- How often a place provider was asked on a day by UTC, all processes of the site together: each question may cost
-- the operator money.
create table provider_questions (
  provider text not null,
  day      date not null,
  asked    integer not null,
  primary key (provider, day)
);
