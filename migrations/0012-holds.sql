-- Holds of members (rules: holds): until a release, a held member's votes, favourites and reports stay but don't count.
create table holds (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  -- A text for the member to read.
  reason      text not null check (char_length(reason) between 1 and 500),
  -- The admin who decided on the hold; null if the published rule held the member.
  by_admin    integer,
  cluster_id  bigint,
  held_at     timestamptz not null,
  released_at timestamptz,
  released_by integer,
  -- The member's answer, which they can give once and which an admin reads.
  answer      text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  check (released_at is not null or released_by is null),
  check ((answer is null) = (answered_at is null))
);
create unique index holds_standing on holds (user_id) where released_at is null;
create index holds_of_member on holds (user_id, id desc);
create index holds_of_cluster on holds (cluster_id) where cluster_id is not null;
