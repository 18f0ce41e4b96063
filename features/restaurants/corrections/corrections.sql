-- What waits goes with its proposer's account.
create function drop_open_corrections() returns trigger language plpgsql as $$
begin
  delete from restaurant_corrections where user_id = old.id and applied_at is null;
  return old;
end $$;
create trigger users_open_corrections before delete on users
  for each row execute function drop_open_corrections();
