-- Contests (rules: contests, drawing).

-- A contest is data; entries are rows of their own, made from yolos (rules: contests).
create table contests (
  id           integer generated always as identity primary key,
  -- The last part of its address.
  slug         text unique check (slug ~ '^[a-z0-9_-]+$'),
  title        text not null,
  prize        text not null,
  -- The community that it is for, in words and as a circle.
  area         text not null,
  latitude     double precision not null check (latitude between -90 and 90),
  longitude    double precision not null check (longitude between -180 and 180),
  miles        double precision not null check (miles > 0),
  -- Empty: all of them.
  category_ids smallint[] not null default '{}',
  eligibility  text not null,
  time_zone    text not null,
  created_at   timestamptz not null default now(),
  -- Null where no first moment was announced.
  opens_at     timestamptz,
  closes_at    timestamptz not null,
  draws_at     timestamptz not null,
  -- By hand, or when closes_at had come. From here on the list of entries is frozen.
  closed_at    timestamptz,
  -- What will be typed in at the drawing: a public value that nobody knows before the closing.
  beacon       text,
  beacon_value text,
  -- SHA-256 of the seed; null for those of before, whose drawings nobody published.
  seed_hash    text check (seed_hash ~ '^[0-9a-f]{64}$'),
  -- The numbers of the entries that counted at the closing, ascending, and the SHA-256 of them joined by commas.
  entries      integer[],
  list_hash    text,
  entries_from timestamptz not null generated always as (greatest(created_at, opens_at)) stored,
  -- Published with the drawing; until then it stands apart, and in no backup.
  seed         text check (seed ~ '^[0-9a-f]{64}$'),
  check (opens_at < closes_at),
  check (closes_at <= draws_at),
  check ((entries is null) = (list_hash is null))
);
create index contests_standing on contests (closes_at) where closed_at is null;
-- Those of before, whose drawings nobody published.
insert into contests (slug, title, prize, area, latitude, longitude, miles, eligibility, closes_at, draws_at, closed_at, time_zone)
select slug, title, prize, area, latitude, longitude, 50, eligibility, ended, ended, ended, time_zone
  from (values
    ('contest1', 'Los Angeles: your favorites could win', 'An Apple Watch or gift cards', 'Los Angeles', 34.0522, -118.2437,
     'People of the Los Angeles community', timestamptz '2025-02-23 07:59:59.999Z', 'America/Los_Angeles'),
    ('contest2', 'Twin Cities: your favorites could win', 'An Apple Watch', 'the Twin Cities', 44.9633, -93.1830,
     'Citizens of the United States', timestamptz '2024-08-01 04:59:59.999Z', 'America/Chicago'))
    as past (slug, title, prize, area, latitude, longitude, eligibility, ended, time_zone);

-- A drawing that nobody can steer: each redraw has a public value of its own, announced before it is known, and a
-- winner's turn that is over stays as it ended (rules: drawing).
create table contest_redraws (
  contest_id   integer not null references contests on delete cascade,
  k            integer not null check (k > 0),
  -- In words, and from when on anyone can know it.
  beacon       text not null,
  announced_at timestamptz not null,
  public_at    timestamptz not null check (public_at > announced_at),
  primary key (contest_id, k)
);

-- Apart from the contest, so that nothing that reads contests can give it away before the drawing.
create table contest_seeds (
  contest_id integer primary key references contests on delete cascade,
  seed       text not null check (seed ~ '^[0-9a-f]{64}$')
);

-- What changed after the opening: shown on the contest's page. Who did it stands in the audit.
create table contest_changes (
  id         integer generated always as identity primary key,
  contest_id integer not null references contests on delete cascade,
  at         timestamptz not null,
  what       text not null check (what in ('title', 'prize', 'drawsAt', 'closed', 'seedHash')),
  before     text not null,
  after      text not null
);
create index contest_changes_contest on contest_changes (contest_id, id);

-- n is 0 for the yolo itself, 1 to 4 for its photo (features/contests/entries.ts). Kept by settle_contest_entries
-- alone; not a reference to the yolo, for the entry outlives it once its contest is closed.
create table contest_entries (
  id         integer generated always as identity primary key,
  contest_id integer not null references contests on delete cascade,
  user_id    integer not null references users on delete cascade,
  yolo_id    integer not null,
  n          smallint not null check (n between 0 and 4),
  unique (yolo_id, contest_id, n)
);
create index contest_entries_contest on contest_entries (contest_id, id);
create index contest_entries_user on contest_entries (user_id, contest_id);

-- Whether a member said that they may take part.
create table contest_confirmations (
  contest_id integer not null references contests on delete cascade,
  user_id    integer not null references users on delete cascade,
  eligible   boolean not null,
  at         timestamptz not null,
  primary key (contest_id, user_id)
);
create index contest_confirmations_user on contest_confirmations (user_id);

-- k is 0 for the drawing and counts the redraws.
create table contest_draws (
  contest_id    integer not null references contests on delete cascade,
  k             integer not null check (k >= 0),
  winning_entry integer not null,
  -- Null where the winner has left.
  user_id       integer references users on delete set null,
  drawn_at      timestamptz not null,
  answer_by     timestamptz not null,
  reminded_at   timestamptz,
  overdue_at    timestamptz,
  accepted      boolean,
  answered_at   timestamptz,
  -- The winner's name may stand on the contest's page.
  show_name     boolean not null default false,
  -- The public value that was mixed in.
  beacon        text,
  -- What had become of the winner when another was drawn.
  ended_as      text check (ended_as in ('declined', 'unanswered', 'held', 'left')),
  primary key (contest_id, k),
  check ((accepted is null) = (answered_at is null))
);
create index contest_draws_user on contest_draws (user_id) where user_id is not null;
create index contest_draws_waiting on contest_draws (answer_by) where accepted is null and overdue_at is null;
