-- Upvotes: one per member and item (rules: votes).
create table votes (
  item_id    integer not null references items on delete cascade,
  user_id    integer not null references users on delete cascade,
  -- False while the vote is set aside: its member is held, or stayed unverified for 7 days (rules: unverified members).
  counted    boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index votes_user on votes (user_id, created_at desc);
create index votes_newest on votes (item_id, created_at desc);
-- For counting the votes of a day.
create index votes_created on votes (created_at);
-- For counting the votes of an item that are set aside.
create index votes_set_aside on votes (item_id) where not counted;
