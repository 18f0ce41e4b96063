-- These triggers make a restaurant that an unverified or held member added visible to others once a verified member who
-- isn't held has a favorite there, or an import brings it. The end of a hold does so, too (domain/holds.ts).

create function confirm_restaurants(which integer[]) returns void language plpgsql as $$
begin
  -- Nearly all favorites are of confirmed restaurants. Without statistics, the update would read all of them each time.
  if which = '{}' then
    return;
  end if;
  perform 1 from restaurants where id = any (which) and unconfirmed order by id for no key update;
  update restaurants r set unconfirmed = false, hidden_at = null
   where r.id = any (which) and r.unconfirmed
     and exists (select from items i join yolos y on y.item_id = i.id join users u on u.id = y.user_id
                  where i.restaurant_id = r.id and i.deleted_at is null and u.email_verified_at is not null);
end $$;

create function confirm_by_dish() returns trigger language plpgsql as $$
begin
  perform confirm_restaurants(array(
    select i.restaurant_id from items i join restaurants r on r.id = i.restaurant_id and r.unconfirmed
     where i.id = new.item_id));
  return null;
end $$;
create trigger yolos_confirm_restaurant after insert or update of item_id on yolos
  for each row execute function confirm_by_dish();

create function confirm_by_merging() returns trigger language plpgsql as $$
begin
  perform confirm_restaurants(array[new.restaurant_id]);
  return null;
end $$;
create trigger items_confirm_restaurant after update of restaurant_id on items
  for each row when (old.restaurant_id <> new.restaurant_id) execute function confirm_by_merging();

create function confirm_by_verifying() returns trigger language plpgsql as $$
begin
  perform confirm_restaurants(array(
    select i.restaurant_id from yolos y join items i on i.id = y.item_id
      join restaurants r on r.id = i.restaurant_id and r.unconfirmed
     where y.user_id = new.id));
  return null;
end $$;
create trigger users_confirm_restaurant after update of email_verified_at on users
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function confirm_by_verifying();

create function confirm_by_source() returns trigger language plpgsql as $$
begin
  new.unconfirmed := false;
  new.hidden_at := null;
  return new;
end $$;
create trigger restaurants_confirmed_by_source before update of source on restaurants
  for each row when (old.unconfirmed and old.source = 'member' and new.source <> 'member')
  execute function confirm_by_source();
