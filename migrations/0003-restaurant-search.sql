-- Restaurants are looked for by beginnings of words within 50 miles. One index holds both at once: each
-- word with its H3 cell of resolution 4 before it (19 to 37 cells cover the circle). With a million
-- restaurants, 52,000 of them in the circle: 1 to 25 ms, against 20 to 100 for cells or words alone.
create function restaurant_words(cell5 bigint, name_key text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector((
    select array_agg(distinct
             -- The parent cell: resolution 4, the fifth digit set to 7 (none).
             to_hex((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) || '/' || word)
      from unnest(string_to_array(name_key, ' ')) word
     where word <> ''));
create index restaurants_words on restaurants using gin (restaurant_words(cell5, name_key))
 where deleted_at is null and hidden_at is null;

-- How far an import of a file came, so that one cut off goes on there. Gone when it is through.
create table place_imports (
  file       text primary key,
  rows_done  integer not null,
  updated_at timestamptz not null default now()
);

-- Items keep a copy of where their restaurant is: an import that moves it moves them.
create function move_items_of_restaurant() returns trigger language plpgsql as $$
begin
  update items set latitude = new.latitude, longitude = new.longitude, cell5 = new.cell5, cell7 = new.cell7
   where restaurant_id = new.id;
  return null;
end $$;
create trigger restaurants_moved after update of latitude, longitude on restaurants
  for each row when ((old.latitude, old.longitude) is distinct from (new.latitude, new.longitude))
  execute function move_items_of_restaurant();
