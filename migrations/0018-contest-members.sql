-- The same two rules as sets: a list of all of a contest's members asks once, and not once for each of them.

-- The members who take part in contests at all: the only place to say so.
create function contest_members_counting() returns table (user_id integer) language sql stable as $$
  select u.id from users u
   where u.id not in (6, 7, 20, 514) and u.email_verified_at is not null and not u.hidden
$$;
create or replace function contest_member_counts(who integer) returns boolean language sql stable as $$
  select exists (select from contest_members_counting() m where m.user_id = who)
$$;

-- Those whose entries in a contest count.
create function contest_entrants(contest integer) returns table (user_id integer) language sql stable as $$
  select c.user_id from contest_confirmations c join contest_members_counting() m on m.user_id = c.user_id
   where c.contest_id = contest and c.eligible
$$;
create or replace function contest_entries_count(contest integer, who integer) returns boolean language sql stable as $$
  select exists (select from contest_entrants(contest) e where e.user_id = who)
$$;
