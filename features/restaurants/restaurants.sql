-- A restaurant that a member added is seen by others while the member counts (`unconfirmed` is false).

create function restaurant_of_adder() returns trigger language plpgsql as $$
begin
  if new.added_by is not null then
    new.unconfirmed := not (select counts from users where id = new.added_by);
  end if;
  return new;
end $$;
create trigger restaurants_of_adder before insert or update of added_by on restaurants
  for each row execute function restaurant_of_adder();

create function restaurants_of_counting() returns trigger language plpgsql as $$
begin
  update restaurants set unconfirmed = not new.counts where added_by = new.id;
  return null;
end $$;
create trigger users_restaurants after update on users
  for each row when (old.counts <> new.counts) execute function restaurants_of_counting();
