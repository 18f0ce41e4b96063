-- Records the first favorite of a category in a city (rules: first here). If two are saved at once, the key of
-- first_dishes lets only one of them in. Dishes may have come to the city with a restaurant that was moved or merged,
-- so the first favorite is the oldest one that is in the city now, which isn't always the new one.
create function claim_first_dish() returns trigger language plpgsql as $$
declare
  city text;
begin
  select r.city_slug into city from items i join restaurants r on r.id = i.restaurant_id where i.id = new.item_id;
  if city = '' or exists (select from first_dishes where city_slug = city and category_id = new.category_id) then
    return null;
  end if;
  insert into first_dishes (city_slug, category_id, yolo_id)
  select city, new.category_id, y.id
    from restaurants r join items i on i.restaurant_id = r.id and i.category_id = new.category_id
    join yolos y on y.item_id = i.id
   where r.city_slug = city order by y.created_at, y.id limit 1
  on conflict do nothing;
  return null;
end $$;
create trigger yolos_first_here after insert on yolos for each row execute function claim_first_dish();
create trigger yolos_first_here_moved after update of item_id, category_id on yolos
  for each row when ((old.item_id, old.category_id) is distinct from (new.item_id, new.category_id))
  execute function claim_first_dish();
