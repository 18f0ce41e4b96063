-- What the site weighs members by (rules: trust): their acts in short, the networks they came from, and the clusters
-- that look like one person.

-- From which networks a member came: a hash under a key of the month that is in no database. For 90 days.
create table network_evidence (
  user_id  integer not null references users on delete cascade,
  network  bytea not null check (length(network) = 16),
  -- At sign-up, or else when voting.
  sign_up  boolean not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (user_id, network)
);
create index network_evidence_last on network_evidence (last_at);

-- What a member did, in short: reckoned anew from votes, favourites and reports whenever they act.
create table member_acts (
  user_id          integer primary key references users on delete cascade,
  -- Where they did something first.
  first_restaurant integer not null references restaurants on delete cascade,
  -- And with which dish, unless it was to say that the restaurant is closed.
  first_item       integer,
  first_at         timestamptz not null,
  -- When they first did something at another restaurant; null while it is all for one.
  elsewhere_at     timestamptz,
  joined_at        timestamptz not null,
  votes            integer not null,
  favourites       integer not null,
  reports          integer not null
);
create index member_acts_restaurant on member_acts (first_restaurant, first_at);

-- Min-hashes of the sets of dishes that members voted for: those with alike sets meet in a band.
create table vote_bands (
  user_id integer not null references users on delete cascade,
  band    smallint not null,
  hash    bigint not null,
  primary key (user_id, band)
);
create index vote_bands_meet on vote_bands (band, hash);

-- What is usual at a restaurant: its neighbours are compared with it.
create table restaurant_usual (
  restaurant_id  integer primary key references restaurants on delete cascade,
  cell5          bigint not null,
  -- Who did anything there; of them who joined for it; of those who had time to do something elsewhere, and did.
  members        integer not null,
  newcomers      integer not null,
  settled        integer not null,
  returned       integer not null,
  -- Who reported it or its dishes, and of them who never did anything elsewhere.
  reporters      integer not null,
  only_reporters integer not null,
  votes          integer not null,
  -- The H3 cell at resolution 4 around it, some 45 km across: a city and its suburbs.
  region         bigint not null generated always as
                  ((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) stored
);
create index restaurant_usual_cell on restaurant_usual (cell5);
create index restaurant_usual_region on restaurant_usual (region);

-- How far the weighing has read. One row.
create table weighed (
  single boolean primary key default true check (single),
  until  timestamptz not null
);

create table suspects (
  id            integer generated always as identity primary key,
  -- What makes it the same cluster in the next weighing.
  key           text not null unique,
  kind          text not null check (kind in ('votes', 'reports', 'alike')),
  restaurant_id integer references restaurants on delete cascade,
  score         real not null check (score between 0 and 1),
  -- [{ signal, strength, words }], the strongest first.
  reasons       jsonb not null,
  networks      integer not null default 0,
  first_act     timestamptz not null,
  last_act      timestamptz not null,
  found_at      timestamptz not null,
  weighed_at    timestamptz not null,
  -- Held by the published rule, without an admin.
  by_rule       boolean not null default false,
  -- It no longer looks so, or an admin decided: it waits for nobody.
  closed_at     timestamptz
);
create index suspects_open on suspects (last_act) where closed_at is null;
create index suspects_restaurant on suspects (restaurant_id) where restaurant_id is not null;

create table suspect_members (
  suspect_id integer not null references suspects on delete cascade,
  user_id    integer not null references users on delete cascade,
  added_at   timestamptz not null,
  -- An admin saw them and found nothing: no weighing counts what they did until then.
  cleared_at timestamptz,
  -- Those who look like a cluster and aren't part of it: whom puppets copy was there before them, or did something
  -- else. An admin sees them beside it; neither the rule nor a decision on the cluster is about them.
  beside     boolean not null default false,
  primary key (suspect_id, user_id)
);
create index suspect_members_user on suspect_members (user_id);
create index suspect_members_cleared on suspect_members (user_id) where cleared_at is not null;
