-- Yolos that may be marked as the first of their category in their city. `firstHereSql` asks the same when it is shown.
create view markable_yolos as
  select y.id, y.created_at, y.category_id, r.city_slug
    from yolos y join users u on u.id = y.user_id
    join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
   where u.email_verified_at is not null and not u.hidden
     and i.hidden_at is null and i.deleted_at is null and not i.restaurant_hidden;

-- Records the first favorite of a category in a city (rules: first here). If two are saved at once, the key of
-- first_dishes lets only one of them in. Its favorite stays recorded while it may be marked. Otherwise, because it was
-- deleted, its member has left and so on, the oldest that may be marked replaces it at the next saving. That isn't
-- always the new one: dishes may also have come to the city with a restaurant that was moved or merged.
create function claim_first_dish() returns trigger language plpgsql as $$
declare
  city text;
  recorded integer;
  oldest integer;
begin
  select r.city_slug into city from items i join restaurants r on r.id = i.restaurant_id where i.id = new.item_id;
  if city = '' then
    return null;
  end if;
  select yolo_id into recorded from first_dishes where city_slug = city and category_id = new.category_id;
  if exists (select from markable_yolos
              where id = recorded and city_slug = city and category_id = new.category_id) then
    return null;
  end if;
  select id into oldest from markable_yolos
   where city_slug = city and category_id = new.category_id order by created_at, id limit 1;
  if recorded is null then
    -- Without one that may be marked the new one is recorded: its member may still verify.
    insert into first_dishes (city_slug, category_id, yolo_id) values (city, new.category_id, coalesce(oldest, new.id))
    on conflict (city_slug, category_id) do nothing;
  elsif oldest is not null then
    -- Doesn't wait for another saving that does the same, because that could wait for a lock of this one.
    perform from first_dishes
      where city_slug = city and category_id = new.category_id and yolo_id = recorded for update skip locked;
    if found then
      update first_dishes set yolo_id = oldest where city_slug = city and category_id = new.category_id;
    end if;
  end if;
  return null;
end $$;
create trigger yolos_first_here after insert on yolos for each row execute function claim_first_dish();
create trigger yolos_first_here_moved after update of item_id, category_id on yolos
  for each row when ((old.item_id, old.category_id) is distinct from (new.item_id, new.category_id))
  execute function claim_first_dish();
