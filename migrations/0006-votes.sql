-- Upvotes: one per member and item (rules: votes).
create table votes (
  item_id    integer not null,
  user_id    integer not null,
  created_at timestamptz not null default now(),
  constraint votes_pkey primary key (item_id, user_id),
  constraint votes_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint votes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index votes_created on votes (created_at);
create index votes_newest on votes (item_id, created_at desc);
create index votes_user on votes (user_id, created_at desc);
