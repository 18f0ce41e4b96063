-- When a member verifies their email, or is hidden or shown again, several triggers change restaurants and items, and
-- what counts of their favorites is corrected. This trigger fires first, since triggers fire in the order of their names.
-- It locks those yolos, restaurants and items in the order that lock-order.ts requires.
create function lock_acts_of_member() returns trigger language plpgsql as $$
declare
  reported integer[] := array(
    select restaurant_id from restaurant_reports where user_id = new.id and cleared_at is null);
begin
  perform 1 from yolos where user_id = new.id order by id for no key update;
  perform 1 from restaurants where id = any (reported || array(
      select i.restaurant_id from yolos y join items i on i.id = y.item_id
        join restaurants r on r.id = i.restaurant_id and r.unconfirmed
       where y.user_id = new.id))
   order by id for no key update;
  perform 1 from items where id in (
      select item_id from item_reports where user_id = new.id and cleared_at is null
      union select item_id from votes
       where user_id = new.id and (not counted or created_at >= (select since from trending_window))
      union select item_id from yolos where user_id = new.id
      union select id from items where restaurant_id = any (reported))
   order by id for no key update;
  return null;
end $$;
create trigger users_acts_locked after update of email_verified_at, disabled_at, taken_down_at on users
  for each row when ((old.email_verified_at is null, old.hidden) is distinct from (new.email_verified_at is null, new.hidden))
  execute function lock_acts_of_member();
