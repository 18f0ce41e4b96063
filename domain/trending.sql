-- Keeps items.trending, the number of an item's votes and favorites since the moment in trending_window, up to date.

-- Votes of this week. One that was taken back and cast again counts by when it was first cast, or members could make it
-- a vote of this week again and again. It is new if it was cast again after 80 days: what was taken back is forgotten
-- after 90 (features/trust/acts.server.ts), so that forgetting it changes no count.
create view votes_of_week as
  select v.item_id, v.user_id, v.counted from votes v
   where v.created_at >= (select since from trending_window)
     and not exists (
       select from withdrawn_votes w
        where w.user_id = v.user_id and w.item_id = v.item_id and w.voted_at < (select since from trending_window)
          and w.withdrawn_at > v.created_at - interval '80 days');

-- Returns how many of this week's votes and favorites of an item count, without those of hidden members.
create function trending_of(item integer) returns integer language sql stable
  return (select count(*)::integer
            from (select v.user_id from votes_of_week v where v.item_id = item and v.counted
                  union all
                  select y.user_id from yolos y
                   where y.item_id = item and y.counted and y.created_at >= (select since from trending_window)) acts
            join users u on u.id = acts.user_id and not u.hidden);

-- Recounts `trending` of these items in the order of their ids, each by a statement that starts after the item's lock.
create function recount_trending(counted_anew integer[]) returns void language plpgsql as $$
declare
  item integer;
begin
  for item in select id from items where id = any (counted_anew) order by id loop
    perform 1 from items where id = item for no key update;
    update items set trending = trending_of(item) where id = item and trending <> trending_of(item);
  end loop;
end $$;

-- When a member is hidden or shown again, recounts the items that they voted for or saved this week.
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
