-- Contests. Their entries are rows of contest_entries, made from yolos (rules: contests).
create table contests (
  id           integer not null generated always as identity,
  -- The last part of its page's URL.
  slug         text,
  title        text not null,
  prize        text not null,
  -- The community that it is for: a name, and a circle with a radius of `miles`.
  area         text not null,
  latitude     double precision not null,
  longitude    double precision not null,
  miles        double precision not null,
  -- If empty, all categories.
  category_ids smallint[] not null default '{}',
  eligibility  text not null,
  time_zone    text not null,
  created_at   timestamptz not null default now(),
  -- Null if no start was announced.
  opens_at     timestamptz,
  closes_at    timestamptz not null,
  draws_at     timestamptz not null,
  -- Set when an admin closes it, or once closes_at has passed. From then on the list of entries is frozen.
  closed_at    timestamptz,
  -- A description of the public value that is entered at the drawing, which nobody knows before the closing.
  beacon       text,
  beacon_value text,
  -- SHA-256 of the seed; null for contests from before drawings were published.
  seed_hash    text,
  -- The numbers of the entries that counted at the closing, ascending, and the SHA-256 of them joined by commas.
  entries      integer[],
  list_hash    text,
  entries_from timestamptz not null generated always as (greatest(created_at, opens_at)) stored,
  -- Published with the drawing. Until then it is only in contest_seeds, and in no backup.
  seed         text,
  entry_count  integer generated always as (cardinality(entries)) stored,
  constraint contests_pkey primary key (id),
  constraint contests_slug_key unique (slug),
  constraint contests_check check (opens_at < closes_at),
  constraint contests_check1 check (closes_at <= draws_at),
  constraint contests_check2 check ((entries is null) = (list_hash is null)),
  constraint contests_latitude_check check (latitude >= -90 and latitude <= 90),
  constraint contests_longitude_check check (longitude >= -180 and longitude <= 180),
  constraint contests_miles_check check (miles > 0),
  constraint contests_seed_check check (seed ~ '^[0-9a-f]{64}$'),
  constraint contests_seed_hash_check check (seed_hash ~ '^[0-9a-f]{64}$'),
  constraint contests_slug_check check (slug ~ '^[a-z0-9_-]+$')
);
create index contests_standing on contests (closes_at) where closed_at is null;

-- Each redraw has its own public value, announced before anyone knows it, so that nobody can steer the drawing. From
-- the announcement on the previous winner can't answer any more (rules: drawing).
create table contest_redraws (
  contest_id   integer not null,
  k            integer not null,
  -- A description of the public value. From `public_at` on anyone can know it.
  beacon       text not null,
  announced_at timestamptz not null,
  public_at    timestamptz not null,
  constraint contest_redraws_pkey primary key (contest_id, k),
  constraint contest_redraws_contest_id_fkey foreign key (contest_id) references contests(id) on delete cascade,
  constraint contest_redraws_check check (public_at > announced_at),
  constraint contest_redraws_k_check check (k > 0)
);

-- Separate from the contests, so that code that reads contests can't reveal a seed before the drawing.
create table contest_seeds (
  contest_id integer not null,
  seed       text not null,
  constraint contest_seeds_pkey primary key (contest_id),
  constraint contest_seeds_contest_id_fkey foreign key (contest_id) references contests(id) on delete cascade,
  constraint contest_seeds_seed_check check (seed ~ '^[0-9a-f]{64}$')
);

-- Changes after the opening, shown on the contest's page. Who made them is in the audit.
create table contest_changes (
  id         integer not null generated always as identity,
  contest_id integer not null,
  at         timestamptz not null,
  what       text not null,
  before     text not null,
  after      text not null,
  constraint contest_changes_pkey primary key (id),
  constraint contest_changes_contest_id_fkey foreign key (contest_id) references contests(id) on delete cascade,
  constraint contest_changes_what_check check (what in ('title', 'prize', 'drawsAt', 'closed', 'seedHash'))
);
create index contest_changes_contest on contest_changes (contest_id, id);

-- n is 0 for the yolo itself and 1 to 4 for its photo (features/contests/entries.ts). Only settle_contest_entries
-- writes here. yolo_id isn't a foreign key, because the entries of a closed contest stay when the yolo is deleted.
create table contest_entries (
  id         integer not null,
  contest_id integer not null,
  user_id    integer not null,
  yolo_id    integer not null,
  n          smallint not null,
  constraint contest_entries_pkey primary key (id),
  constraint contest_entries_yolo_id_contest_id_n_key unique (yolo_id, contest_id, n),
  constraint contest_entries_contest_id_fkey foreign key (contest_id) references contests(id) on delete cascade,
  constraint contest_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint contest_entries_n_check check (n >= 0 and n <= 4)
);
create index contest_entries_contest on contest_entries (contest_id, id);
create index contest_entries_user on contest_entries (user_id, contest_id);

-- Whether a member said that they are eligible.
create table contest_confirmations (
  contest_id integer not null,
  user_id    integer not null,
  eligible   boolean not null,
  at         timestamptz not null,
  constraint contest_confirmations_pkey primary key (contest_id, user_id),
  constraint contest_confirmations_contest_id_fkey foreign key (contest_id) references contests(id) on delete cascade,
  constraint contest_confirmations_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index contest_confirmations_user on contest_confirmations (user_id);

-- k is 0 for the drawing, 1 for the first redraw, and so on.
create table contest_draws (
  contest_id    integer not null,
  k             integer not null,
  winning_entry integer not null,
  -- Null if the winner's account was deleted.
  user_id       integer,
  drawn_at      timestamptz not null,
  answer_by     timestamptz not null,
  reminded_at   timestamptz,
  overdue_at    timestamptz,
  accepted      boolean,
  answered_at   timestamptz,
  -- The winner agreed that the contest's page shows their name.
  show_name     boolean not null default false,
  -- The public value that the winner was computed from, together with the seed.
  beacon        text,
  -- Why this winner's turn ended, if another winner was drawn; otherwise null.
  ended_as      text,
  constraint contest_draws_pkey primary key (contest_id, k),
  constraint contest_draws_contest_id_fkey foreign key (contest_id) references contests(id) on delete cascade,
  constraint contest_draws_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint contest_draws_check check ((accepted is null) = (answered_at is null)),
  constraint contest_draws_ended_as_check check (ended_as in ('declined', 'unanswered', 'held', 'left')),
  constraint contest_draws_k_check check (k >= 0)
);
create index contest_draws_user on contest_draws (user_id) where user_id is not null;
create index contest_draws_waiting on contest_draws (answer_by) where accepted is null and overdue_at is null;

insert into contests (slug, title, prize, area, latitude, longitude, miles, eligibility, closes_at, draws_at, closed_at, time_zone)
select slug, title, prize, area, latitude, longitude, 50, eligibility, ended, ended, ended, time_zone
  from (values
    ('contest1', 'Los Angeles: your favorites could win', 'An Apple Watch or gift cards', 'Los Angeles', 34.0522, -118.2437,
     'People of the Los Angeles community', timestamptz '2025-02-23 07:59:59.999Z', 'America/Los_Angeles'),
    ('contest2', 'Twin Cities: your favorites could win', 'An Apple Watch', 'the Twin Cities', 44.9633, -93.1830,
     'Citizens of the United States', timestamptz '2024-08-01 04:59:59.999Z', 'America/Chicago'))
    as past (slug, title, prize, area, latitude, longitude, eligibility, ended, time_zone);
