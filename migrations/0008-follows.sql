-- Who follows whom.
create table follows (
  follower_id integer not null,
  followee_id integer not null,
  created_at  timestamptz not null default now(),
  constraint follows_pkey primary key (follower_id, followee_id),
  constraint follows_followee_id_fkey foreign key (followee_id) references users(id) on delete cascade,
  constraint follows_follower_id_fkey foreign key (follower_id) references users(id) on delete cascade,
  constraint follows_check check (follower_id <> followee_id)
);
create index follows_followee on follows (followee_id, created_at desc, follower_id);

create table blocks (
  blocker_id integer not null,
  blocked_id integer not null,
  created_at timestamptz not null default now(),
  constraint blocks_pkey primary key (blocker_id, blocked_id),
  constraint blocks_blocked_id_fkey foreign key (blocked_id) references users(id) on delete cascade,
  constraint blocks_blocker_id_fkey foreign key (blocker_id) references users(id) on delete cascade,
  constraint blocks_check check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
