-- Upvotes: one per member and item (rules: votes).
create table votes (
  item_id    integer not null references items on delete cascade,
  user_id    integer not null references users on delete cascade,
  -- False while set aside: its member stayed unverified for 7 days (rules: unverified members).
  counted    boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index votes_user on votes (user_id, created_at desc);
create index votes_newest on votes (item_id, created_at desc);

-- vote_count is the number of counted votes, whatever statement writes them: once per item and
-- statement, items by number.
create function count_votes() returns trigger language plpgsql as $$
declare
  gains  integer[] := '{}';
  losses integer[] := '{}';
  change record;
begin
  if tg_op <> 'DELETE' then gains := array(select item_id from new_rows where counted); end if;
  if tg_op <> 'INSERT' then losses := array(select item_id from old_rows where counted); end if;
  for change in
    select item_id, sum(votes) as votes
      from (select unnest(gains), 1 union all select unnest(losses), -1) as moved (item_id, votes)
     group by item_id having sum(votes) <> 0 order by item_id
  loop
    update items set vote_count = vote_count + change.votes where id = change.item_id;
  end loop;
  return null;
end $$;
create trigger votes_inserted after insert on votes
  referencing new table as new_rows for each statement execute function count_votes();
create trigger votes_deleted after delete on votes
  referencing old table as old_rows for each statement execute function count_votes();
create trigger votes_updated after update on votes
  referencing old table as old_rows new table as new_rows for each statement execute function count_votes();
