-- Remembers every vote that is deleted (`withdrawn_votes`), for whatever reason. If the member is being deleted, their
-- row in `users` is gone already, so nothing is stored.
create function remember_withdrawn_votes() returns trigger language plpgsql as $$
begin
  insert into withdrawn_votes (user_id, item_id, withdrawn_at)
  select o.user_id, o.item_id, clock_timestamp() from old_rows o join users u on u.id = o.user_id
   order by o.user_id, o.item_id
  on conflict (user_id, item_id) do update set withdrawn_at = excluded.withdrawn_at;
  return null;
end $$;
create trigger votes_withdrawn after delete on votes
  referencing old table as old_rows for each statement execute function remember_withdrawn_votes();
