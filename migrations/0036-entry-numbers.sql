-- The numbers of contest entries are random (new_entry_number in features/contests/contests.sql). Those of contests that
-- aren't closed yet become so; a frozen list stays as it was published.
alter table contest_entries alter column id drop identity;
with entry as (
  select e.id, 100000000 + row_number() over (order by gen_random_uuid())::bigint * 900 as number
    from contest_entries e join contests c on c.id = e.contest_id where c.closed_at is null)
update contest_entries e set id = entry.number from entry where e.id = entry.id;
