-- What the site uses to judge whether members are honest (rules: trust): summaries of what they did, the networks they
-- came from, and clusters of accounts that look like one person.

-- The networks that members came from. Each is a hash with a key that changes every month and is in no database. Rows
-- are kept for 90 days.
create table network_evidence (
  user_id  integer not null references users on delete cascade,
  network  bytea not null check (length(network) = 16),
  -- True if the member came from it at sign-up, false if only when they voted or did something else later.
  sign_up  boolean not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (user_id, network)
);
create index network_evidence_last on network_evidence (last_at);

-- A summary of what each member did. The weighing job computes it from votes, favourites and reports, again each time
-- that the member has acted.
create table member_acts (
  user_id          integer primary key references users on delete cascade,
  -- The restaurant where they first did something.
  first_restaurant integer not null references restaurants on delete cascade,
  -- The dish of that first act; null if they reported the restaurant as closed.
  first_item       integer,
  first_at         timestamptz not null,
  -- When they first did something at another restaurant; null if they never did.
  elsewhere_at     timestamptz,
  joined_at        timestamptz not null,
  votes            integer not null,
  favourites       integer not null,
  reports          integer not null
);
create index member_acts_restaurant on member_acts (first_restaurant, first_at);

-- MinHashes of the sets of dishes that members voted for. Members with similar sets are likely to have the same hash in
-- at least one band.
create table vote_bands (
  user_id integer not null references users on delete cascade,
  band    smallint not null,
  hash    bigint not null,
  primary key (user_id, band)
);
create index vote_bands_meet on vote_bands (band, hash);

-- For each restaurant, counts of the members who did something there, of those who are verified and neither held nor
-- hidden, and of their votes. A restaurant is compared with the other restaurants in its cell, whose counts show what is
-- usual there.
create table restaurant_usual (
  restaurant_id  integer primary key references restaurants on delete cascade,
  cell5          bigint not null,
  -- `members` did anything there. `newcomers` of them joined for it and did nothing elsewhere. `settled` joined for it
  -- and had time to do something elsewhere; `returned` of those did.
  members        integer not null,
  newcomers      integer not null,
  settled        integer not null,
  returned       integer not null,
  -- `reporters` reported it or its dishes; `only_reporters` of them never did anything elsewhere.
  reporters      integer not null,
  only_reporters integer not null,
  votes          integer not null,
  -- Its H3 cell at resolution 4, some 45 km across: a city and its suburbs.
  region         bigint not null generated always as
                  ((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) stored
);
create index restaurant_usual_cell on restaurant_usual (cell5);
create index restaurant_usual_region on restaurant_usual (region);

-- Up to when the weighing has read what members did. One row.
create table weighed (
  single boolean primary key default true check (single),
  until  timestamptz not null
);

create table suspects (
  id            integer generated always as identity primary key,
  -- Identifies the cluster in later weighings.
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
  -- True if the published rule held its members, without an admin.
  by_rule       boolean not null default false,
  -- When an admin decided on the cluster, or a weighing found that it no longer looks suspicious. It then no longer
  -- waits in the queue.
  closed_at     timestamptz
);
create index suspects_open on suspects (last_act) where closed_at is null;
create index suspects_restaurant on suspects (restaurant_id) where restaurant_id is not null;

create table suspect_members (
  suspect_id integer not null references suspects on delete cascade,
  user_id    integer not null references users on delete cascade,
  added_at   timestamptz not null,
  -- When an admin cleared the member together with this cluster. The rule doesn't hold them again.
  cleared_at timestamptz,
  -- True for a member who looks like the cluster but isn't part of it, because they were there before it, so that its
  -- accounts may have copied them, or because they did something else. An admin sees them with the cluster. Neither the
  -- rule nor a decision on the cluster applies to them.
  beside     boolean not null default false,
  primary key (suspect_id, user_id)
);
create index suspect_members_user on suspect_members (user_id);
create index suspect_members_cleared on suspect_members (user_id) where cleared_at is not null;
