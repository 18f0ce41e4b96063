-- A block ends and forbids following both ways. A follow locks its follower’s row, and a block locks the rows of both
-- members in the order of their ids. If a follow and a block of the same two members run at the same time, the second
-- one therefore sees the first, no matter who follows and who blocks.

create function refuse_blocked_follow() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.follower_id for no key update;
  -- The follower's own block is reported first, because they can undo it and it reveals nothing about the other member.
  if exists (select 1 from blocks where blocker_id = new.follower_id and blocked_id = new.followee_id) then
    raise exception 'blocking' using errcode = 'check_violation', constraint = 'follows_not_blocking';
  end if;
  if exists (select 1 from blocks where blocker_id = new.followee_id and blocked_id = new.follower_id) then
    raise exception 'blocked' using errcode = 'check_violation', constraint = 'follows_not_blocked';
  end if;
  return new;
end $$;
create trigger follows_not_blocked before insert on follows for each row execute function refuse_blocked_follow();

create function end_blocked_follow() returns trigger language plpgsql as $$
begin
  perform 1 from users where id in (new.blocker_id, new.blocked_id) order by id for no key update;
  delete from follows
   where (follower_id, followee_id) in ((new.blocked_id, new.blocker_id), (new.blocker_id, new.blocked_id));
  return null;
end $$;
create trigger blocks_end_follow after insert on blocks for each row execute function end_blocked_follow();
