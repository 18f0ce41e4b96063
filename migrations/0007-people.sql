-- What members do with one another.

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

-- A blocked member no longer follows and can't begin to, however a follow and a block cross: both lock
-- the blocked member's row, and the one that comes second sees the other.
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

-- How often a member shared a page.
create table shares (
  id         bigint generated always as identity primary key,
  user_id    integer not null references users on delete cascade,
  created_at timestamptz not null default now()
);
create index shares_user on shares (user_id);
