-- Votes and favourites of the last days, counted on their items (trending_window says from when on).

-- This week's votes and favourites of an item that count, but for those of members who are hidden.
create function trending_of(item integer) returns integer language sql stable
  return (select count(*)::integer
            from (select v.user_id from votes v
                   where v.item_id = item and v.counted and v.created_at >= (select since from trending_window)
                  union all
                  select y.user_id from yolos y
                   where y.item_id = item and y.counted and y.created_at >= (select since from trending_window)) acts
            join users u on u.id = acts.user_id and not u.hidden);

-- Items by number, each counted by a statement after its lock.
create function recount_trending(counted_anew integer[]) returns void language plpgsql as $$
declare
  item integer;
begin
  for item in select id from items where id = any (counted_anew) order by id loop
    perform 1 from items where id = item for no key update;
    update items set trending = trending_of(item) where id = item and trending <> trending_of(item);
  end loop;
end $$;

-- Who is hidden, or shown again, takes along what they did this week.
create function weigh_hidden_acts() returns trigger language plpgsql as $$
begin
  perform recount_trending(array(
    select item_id from votes where user_id = new.id and created_at >= (select since from trending_window)
    union select item_id from yolos where user_id = new.id and created_at >= (select since from trending_window)));
  return null;
end $$;
create trigger users_trending after update of disabled_at, taken_down_at on users
  for each row when (old.hidden is distinct from new.hidden)
  execute function weigh_hidden_acts();
