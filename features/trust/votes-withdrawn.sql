-- Remembers every vote that is deleted (`withdrawn_votes`), for whatever reason, and when it was first cast. If the
-- member is being deleted, their row in `users` is gone already, so nothing is stored.
create function remember_withdrawn_votes() returns trigger language plpgsql as $$
begin
  insert into withdrawn_votes as w (user_id, item_id, voted_at, withdrawn_at)
  select o.user_id, o.item_id, o.created_at, clock_timestamp() from old_rows o join users u on u.id = o.user_id
   order by o.user_id, o.item_id
  on conflict (user_id, item_id) do update
    -- Of a vote that was cast again after 80 days the first one no longer matters (`votes_of_week`).
    set voted_at = case when w.withdrawn_at > excluded.voted_at - interval '80 days'
                        then least(w.voted_at, excluded.voted_at) else excluded.voted_at end,
        withdrawn_at = excluded.withdrawn_at;
  return null;
end $$;
create trigger votes_withdrawn after delete on votes
  referencing old table as old_rows for each statement execute function remember_withdrawn_votes();
