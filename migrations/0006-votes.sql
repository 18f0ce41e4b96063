-- Upvotes: one per member and item (rules: votes).
create table votes (
  item_id    integer not null references items on delete cascade,
  user_id    integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index votes_created on votes (created_at);
create index votes_newest on votes (item_id, created_at desc);
create index votes_user on votes (user_id, created_at desc);
