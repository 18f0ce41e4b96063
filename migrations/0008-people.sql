create table follows (
  follower_id integer not null references users on delete cascade,
  followee_id integer not null references users on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_followee on follows (followee_id, created_at desc, follower_id);

create table blocks (
  blocker_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- Whoever is blocked follows no more and can't begin to, however the two acts cross: both lock the
-- blocked member's row, and the one that comes second sees the other.
create function refuse_blocked_follow() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.follower_id for no key update;
  if exists (select 1 from blocks where blocker_id = new.followee_id and blocked_id = new.follower_id) then
    raise exception 'blocked' using errcode = 'check_violation', constraint = 'follows_not_blocked';
  end if;
  return new;
end $$;
create trigger follows_not_blocked before insert on follows for each row execute function refuse_blocked_follow();

create function end_blocked_follow() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.blocked_id for no key update;
  delete from follows where follower_id = new.blocked_id and followee_id = new.blocker_id;
  return null;
end $$;
create trigger blocks_end_follow after insert on blocks for each row execute function end_blocked_follow();

-- Notices are read from what happened, never written: these say how far a member has read, and which kinds are wanted.
alter table users
  add column follows_read_at timestamptz not null default now(),
  add column notices_read_at timestamptz not null default now(),
  add column notify_nearby boolean not null default true,
  add column notify_upvoted boolean not null default true,
  add column notify_followed boolean not null default true;

create table shares (
  id         bigint generated always as identity primary key,
  user_id    integer not null references users on delete cascade,
  created_at timestamptz not null default now()
);
create index shares_user on shares (user_id);

-- New favourites near a point, newest first. The cell is its item's, whatever was written.
alter table yolos add column cell5 bigint not null default 0;
update yolos y set cell5 = i.cell5 from items i where i.id = y.item_id;
create function place_yolo() returns trigger language plpgsql as $$
begin
  select cell5 into new.cell5 from items where id = new.item_id;
  return new;
end $$;
create trigger yolos_placed before insert or update of item_id on yolos
  for each row execute function place_yolo();
create index yolos_near on yolos (cell5, created_at desc);
create index yolos_of_member on yolos (user_id, created_at desc);
create index votes_newest on votes (item_id, created_at desc);
