-- Open corrections are deleted with the account of the member who proposed them.
create function drop_open_corrections() returns trigger language plpgsql as $$
begin
  delete from restaurant_corrections where user_id = old.id and applied_at is null;
  return old;
end $$;
create trigger users_open_corrections before delete on users
  for each row execute function drop_open_corrections();
