-- Copies values of a restaurant to its items, so that ranking and filters read only one table.

-- Copies the restaurant's values to an item that is new or has moved to another restaurant. Locks the restaurant, so
-- that its values can't change before the transaction ends.
create or replace function take_restaurant_facts() returns trigger language plpgsql as $$
declare
  hours jsonb;
begin
  select hidden_at is not null or deleted_at is not null or unconfirmed, price_level, opening_hours, time_zone
    into new.restaurant_hidden, new.price_level, hours, new.time_zone
    from restaurants where id = new.restaurant_id for share;
  new.open_minutes := case when hours is not null and knows_time_zone(new.time_zone) then open_minutes_of(hours) end;
  new.time_zone := case when new.open_minutes is not null then new.time_zone end;
  return new;
end $$;
create or replace trigger items_facts before insert or update of restaurant_id on items
  for each row execute function take_restaurant_facts();

-- When a restaurant's place, visibility, price or hours change, copies them to its items.
create or replace function copy_restaurant_to_items() returns trigger language plpgsql as $$
declare
  is_hidden boolean := new.hidden_at is not null or new.deleted_at is not null or new.unconfirmed;
  hours     int4multirange := case when knows_time_zone(new.time_zone) then open_minutes_of(new.opening_hours) end;
  zone      text := case when hours is not null then new.time_zone end;
begin
  update items
     set latitude = new.latitude, longitude = new.longitude, cell5 = new.cell5, restaurant_hidden = is_hidden,
         price_level = new.price_level, open_minutes = hours, time_zone = zone
   where restaurant_id = new.id
     and (latitude, longitude, cell5, restaurant_hidden, price_level, open_minutes, time_zone)
         is distinct from (new.latitude, new.longitude, new.cell5, is_hidden, new.price_level, hours, zone);
  return null;
end $$;
create or replace trigger restaurants_copied
  after update of latitude, longitude, cell5, hidden_at, deleted_at, unconfirmed, price_level, opening_hours, time_zone on restaurants
  for each row when (
    (old.latitude, old.longitude, old.cell5, old.hidden_at is null, old.deleted_at is null, old.unconfirmed,
     old.price_level, old.opening_hours, old.time_zone)
    is distinct from
    (new.latitude, new.longitude, new.cell5, new.hidden_at is null, new.deleted_at is null, new.unconfirmed,
     new.price_level, new.opening_hours, new.time_zone)
  ) execute function copy_restaurant_to_items();

-- Votes for an item and tells the members it concerns. Returns the item's count, or null if it isn't listed or is a
-- favorite of the member's own.
create or replace function upvote(which integer, voter integer, at timestamptz) returns integer language plpgsql as $$
begin
  -- Waits for a save by the same member, which the next statement then sees.
  perform from users where id = voter for no key update;
  insert into votes (item_id, user_id, created_at)
  select id, voter, at from items
   where id = which and listed and not exists (select from yolos where item_id = which and user_id = voter)
  on conflict do nothing;
  if found then perform notify_upvoted(voter, which, at); end if;
  return (select upvote_count from items join votes on item_id = id where id = which and user_id = voter and listed);
end $$;
