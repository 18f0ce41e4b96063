-- Great-circle miles on a sphere of 3958.7613 mi (decision 23).
create function miles_between(a_latitude float8, a_longitude float8, b_latitude float8, b_longitude float8)
  returns float8 language sql immutable parallel safe
  return 2 * 3958.7613 * asin(least(1, sqrt(
    power(sin(radians(b_latitude - a_latitude) / 2), 2)
    + cos(radians(a_latitude)) * cos(radians(b_latitude)) * power(sin(radians(b_longitude - a_longitude) / 2), 2))));

-- An item that moves (an import corrects its restaurant's place) takes its yolos along.
create function move_yolos_of_item() returns trigger language plpgsql as $$
begin
  update yolos set cell5 = new.cell5 where item_id = new.id;
  return null;
end $$;
create trigger items_moved after update of cell5 on items
  for each row when (old.cell5 is distinct from new.cell5) execute function move_yolos_of_item();

-- Followers are counted without those whose account sleeps: few, so they are looked up the other way round.
create index users_disabled on users (id) where disabled_at is not null;
