-- What a contest counts, when it was closed, and how it was drawn (rules: contests, drawing).

alter table contests
  -- Those of before had an address of their own; others go by their number.
  alter column slug drop not null,
  -- Null where no first moment was announced.
  add column opens_at timestamptz,
  add column closes_at timestamptz,
  add column draws_at timestamptz,
  -- By hand, or when closes_at had come. From here on the list of entries is frozen.
  add column closed_at timestamptz,
  -- What will be typed in at the drawing: a public value that nobody knows before the closing.
  add column beacon text,
  add column beacon_value text,
  -- SHA-256 of the seed; null for those of before, whose drawings nobody published.
  add column seed_hash text check (seed_hash ~ '^[0-9a-f]{64}$'),
  -- The numbers of the entries that counted at the closing, ascending, and the SHA-256 of them joined by commas.
  add column entries integer[],
  add column list_hash text;

update contests set opens_at = opens_on::timestamp at time zone time_zone,
                    closes_at = (draws_on::timestamp + interval '23:59:59.999') at time zone time_zone,
                    draws_at = (draws_on::timestamp + interval '23:59:59.999') at time zone time_zone;
update contests set closed_at = closes_at;

alter table contests
  drop column opens_on,
  drop column draws_on,
  alter column closes_at set not null,
  alter column draws_at set not null,
  add column entries_from timestamptz not null generated always as (greatest(created_at, opens_at)) stored,
  add check (opens_at < closes_at),
  add check (closes_at <= draws_at),
  add check ((entries is null) = (list_hash is null));
create index contests_standing on contests (closes_at) where closed_at is null;

-- Apart from the contest, so that nothing that reads contests can give it away before the drawing.
create table contest_seeds (
  contest_id integer primary key references contests on delete cascade,
  seed       text not null check (seed ~ '^[0-9a-f]{64}$')
);

-- What changed after the opening: shown on the contest's page. Who did it stands in the audit.
create table contest_changes (
  id         integer generated always as identity primary key,
  contest_id integer not null references contests on delete cascade,
  at         timestamptz not null,
  what       text not null check (what in ('title', 'prize', 'drawsAt', 'closed')),
  before     text not null,
  after      text not null
);
create index contest_changes_contest on contest_changes (contest_id, id);

-- n is 0 for the yolo itself, 1 to 4 for its photo. Kept by settle_contest_entries alone; not a reference
-- to the yolo, for the entry outlives it once its contest is closed.
create table contest_entries (
  id         integer generated always as identity primary key,
  contest_id integer not null references contests on delete cascade,
  user_id    integer not null references users on delete cascade,
  yolo_id    integer not null,
  n          smallint not null check (n between 0 and 4),
  unique (yolo_id, contest_id, n)
);
create index contest_entries_contest on contest_entries (contest_id, id);
create index contest_entries_user on contest_entries (user_id, contest_id);

-- Whether a member said that they may take part.
create table contest_confirmations (
  contest_id integer not null references contests on delete cascade,
  user_id    integer not null references users on delete cascade,
  eligible   boolean not null,
  at         timestamptz not null,
  primary key (contest_id, user_id)
);
create index contest_confirmations_user on contest_confirmations (user_id);

-- k is 0 for the drawing and counts the redraws.
create table contest_draws (
  contest_id    integer not null references contests on delete cascade,
  k             integer not null check (k >= 0),
  winning_entry integer not null,
  -- Null where the winner has left.
  user_id       integer references users on delete set null,
  drawn_at      timestamptz not null,
  answer_by     timestamptz not null,
  reminded_at   timestamptz,
  overdue_at    timestamptz,
  accepted      boolean,
  answered_at   timestamptz,
  -- The winner's name may stand on the contest's page.
  show_name     boolean not null default false,
  primary key (contest_id, k),
  check ((accepted is null) = (answered_at is null))
);
create index contest_draws_user on contest_draws (user_id) where user_id is not null;
create index contest_draws_waiting on contest_draws (answer_by) where accepted is null and overdue_at is null;

-- Whether a member takes part in contests at all: the only place to say so.
create function contest_member_counts(who integer) returns boolean language sql stable as $$
  select exists (select from users u
                  where u.id = who and u.id not in (6, 7, 20, 514)
                    and u.email_verified_at is not null and not u.hidden)
$$;

-- Whether a member's entries in a contest count.
create function contest_entries_count(contest integer, who integer) returns boolean language sql stable as $$
  select contest_member_counts(who)
     and exists (select from contest_confirmations c where c.contest_id = contest and c.user_id = who and c.eligible)
$$;

-- The entries that contests that aren't closed should have: the only place that says what is one.
create function contest_entries_due() returns table (contest_id integer, user_id integer, yolo_id integer, n integer)
  language sql stable as $$
  select c.id, y.user_id, y.id, part.n
    from contests c
    join yolos y on y.created_at >= c.entries_from and y.created_at < c.closes_at
                and (c.category_ids = '{}' or y.category_id = any (c.category_ids))
    join items i on i.id = y.item_id and i.deleted_at is null
    join restaurants r on r.id = i.restaurant_id and r.deleted_at is null
   cross join generate_series(0, 4) as part (n)
   where c.closed_at is null
     and miles_between(c.latitude, c.longitude, i.latitude, i.longitude) <= c.miles
     and (part.n = 0 or not y.photo_down and exists (select from photos p where p.yolo_id = y.id))
$$;

-- Makes and withdraws the entries of these yolos in these contests, which the caller has locked.
create function settle_contest_entries(which integer[], standing integer[]) returns void language plpgsql as $$
begin
  delete from contest_entries e
   where e.yolo_id = any (which) and e.contest_id = any (standing)
     and not exists (select from contest_entries_due() d
                      where d.yolo_id = any (which)
                        and (d.yolo_id, d.contest_id, d.n) = (e.yolo_id, e.contest_id, e.n));
  insert into contest_entries (contest_id, user_id, yolo_id, n)
  select d.contest_id, d.user_id, d.yolo_id, d.n from contest_entries_due() d
   where d.yolo_id = any (which) and d.contest_id = any (standing)
   order by d.yolo_id, d.n, d.contest_id
  on conflict do nothing;
end $$;

-- The same after these yolos or what they hang on have changed. The shared lock lets a closing wait for
-- what came before it, and shows what comes after that there is nothing left to take part in.
create function yolos_changed_for_contests(which integer[]) returns void language plpgsql as $$
declare standing integer[];
begin
  if not exists (select from contests where closed_at is null) then return; end if;
  select coalesce(array_agg(id), '{}') into standing
    from (select c.id from contests c
           where c.closed_at is null
             and (c.id in (select d.contest_id from contest_entries_due() d where d.yolo_id = any (which))
                  or c.id in (select e.contest_id from contest_entries e where e.yolo_id = any (which)))
           order by c.id for share) as locked;
  if standing <> '{}' then perform settle_contest_entries(which, standing); end if;
end $$;

create function yolos_enter_contests() returns trigger language plpgsql as $$
declare which integer[];
begin
  if tg_op = 'INSERT' then which := array(select id from new_rows);
  elsif tg_op = 'DELETE' then which := array(select id from old_rows);
  else
    which := array(select n.id from new_rows n join old_rows o using (id)
                    where (n.item_id, n.category_id, n.photo_down) is distinct from (o.item_id, o.category_id, o.photo_down));
  end if;
  if which <> '{}' then perform yolos_changed_for_contests(which); end if;
  return null;
end $$;
create trigger yolos_inserted_enter after insert on yolos
  referencing new table as new_rows for each statement execute function yolos_enter_contests();
create trigger yolos_deleted_leave after delete on yolos
  referencing old table as old_rows for each statement execute function yolos_enter_contests();
create trigger yolos_updated_enter after update on yolos
  referencing old table as old_rows new table as new_rows for each statement execute function yolos_enter_contests();

create function photos_enter_contests() returns trigger language plpgsql as $$
declare which integer[] := '{}';
begin
  if tg_op <> 'DELETE' then which := array(select yolo_id from new_rows); end if;
  if tg_op <> 'INSERT' then which := which || array(select yolo_id from old_rows); end if;
  if which <> '{}' then perform yolos_changed_for_contests(which); end if;
  return null;
end $$;
create trigger photos_inserted_enter after insert on photos
  referencing new table as new_rows for each statement execute function photos_enter_contests();
create trigger photos_deleted_leave after delete on photos
  referencing old table as old_rows for each statement execute function photos_enter_contests();
create trigger photos_updated_enter after update on photos
  referencing old table as old_rows new table as new_rows for each statement execute function photos_enter_contests();

-- Few and far between, hence by the row: an item's votes change it all day, and are none of this.
create function item_moved_for_contests() returns trigger language plpgsql as $$
begin
  perform yolos_changed_for_contests(array(select id from yolos where item_id = new.id));
  return null;
end $$;
create trigger items_enter_contests after update of latitude, longitude, restaurant_id, deleted_at on items
  for each row when (
    (old.latitude, old.longitude, old.restaurant_id, old.deleted_at is null)
    is distinct from (new.latitude, new.longitude, new.restaurant_id, new.deleted_at is null)
  ) execute function item_moved_for_contests();

create function restaurant_gone_for_contests() returns trigger language plpgsql as $$
begin
  perform yolos_changed_for_contests(array(
    select y.id from yolos y join items i on i.id = y.item_id where i.restaurant_id = new.id));
  return null;
end $$;
create trigger restaurants_enter_contests after update of deleted_at on restaurants
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function restaurant_gone_for_contests();

-- Closes a contest and freezes the entries that count now; false where another closed it. The lock waits for
-- every save under way, and lets none in after.
create function close_contest(which integer, moment timestamptz) returns boolean language plpgsql as $$
declare frozen integer[];
begin
  perform 1 from contests where id = which and closed_at is null for update;
  if not found then return false; end if;
  -- What was saved while the contest was being made had no contest to see.
  perform settle_contest_entries(
    array(select d.yolo_id from contest_entries_due() d where d.contest_id = which
          union select e.yolo_id from contest_entries e where e.contest_id = which),
    array[which]);
  frozen := array(
    select e.id from contest_entries e
      join (select m.user_id from contest_entries m where m.contest_id = which group by m.user_id
            having contest_entries_count(which, m.user_id)) as member using (user_id)
     where e.contest_id = which order by e.id);
  update contests
     set closed_at = least(moment, closes_at), entries = frozen,
         list_hash = encode(sha256(convert_to(array_to_string(frozen, ','), 'UTF8')), 'hex')
   where id = which;
  return true;
end $$;
