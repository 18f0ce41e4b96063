-- Contests. Until the closing their entries are a query over yolos (rules: contests).
create table contests (
  id                integer generated always as identity primary key,
  -- The last part of its page's URL.
  slug              text unique,
  title             text not null,
  prize             text not null,
  -- The community that it is for: a name, and a circle with a radius of `miles`.
  area              text not null,
  latitude          double precision not null check (latitude >= -90 and latitude <= 90),
  longitude         double precision not null check (longitude >= -180 and longitude <= 180),
  miles             double precision not null check (miles > 0),
  -- If empty, all categories.
  category_ids      smallint[] not null default '{}',
  eligibility       text not null,
  time_zone         text not null,
  opens_at          timestamptz,
  -- An admin can close it before.
  closes_at         timestamptz not null,
  draws_at          timestamptz not null,
  -- Names the value that is published after the closing and decides the drawing. Null for contests of former years.
  public_value_name text,
  -- Length and SHA-256 of the list of entries, which is stored at the closing.
  entry_count       integer,
  list_hash         text,
  constraint contests_check check (opens_at <= closes_at),
  constraint contests_check1 check (closes_at <= draws_at)
);

-- Members who said that they may take part.
create table contest_confirmations (
  contest_id integer not null references contests on delete cascade,
  user_id    integer not null references users on delete cascade,
  primary key (contest_id, user_id)
);
create index contest_confirmations_user on contest_confirmations (user_id);

-- The numbered list of a closed contest. `yolo_id` isn't a foreign key, because the list stays when a yolo is deleted.
create table contest_entries (
  contest_id integer not null references contests on delete cascade,
  number     integer not null,
  user_id    integer references users on delete set null,
  yolo_id    integer not null,
  -- 0 for the yolo, 1 to 4 for its photo.
  n          smallint not null,
  primary key (contest_id, number)
);
create index contest_entries_user on contest_entries (user_id);

-- `k` is 0 for the drawing, 1 for the first redraw, and so on.
create table contest_draws (
  contest_id   integer not null references contests on delete cascade,
  k            integer not null,
  entry        integer not null,
  -- Null if the winner's account was deleted.
  user_id      integer references users on delete set null,
  public_value text not null,
  reason       text,
  drawn_at     timestamptz not null,
  primary key (contest_id, k),
  check ((k = 0) = (reason is null))
);
create index contest_draws_user on contest_draws (user_id);

insert into contests (slug, title, prize, area, latitude, longitude, miles, eligibility, closes_at, draws_at, time_zone)
select slug, title, prize, area, latitude, longitude, 50, eligibility, ended, ended, time_zone
  from (values
    ('contest1', 'Los Angeles: your favorites could win', 'An Apple Watch or gift cards', 'Los Angeles', 34.0522, -118.2437,
     'People of the Los Angeles community', timestamptz '2025-02-23 07:59:59.999Z', 'America/Los_Angeles'),
    ('contest2', 'Twin Cities: your favorites could win', 'An Apple Watch', 'the Twin Cities', 44.9633, -93.1830,
     'Citizens of the United States', timestamptz '2024-08-01 04:59:59.999Z', 'America/Chicago'))
    as past (slug, title, prize, area, latitude, longitude, eligibility, ended, time_zone);
