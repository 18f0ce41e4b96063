-- What 0031's triggers keep is set for the items that were here before. A transaction of its own: rows are locked, no table.

with zones as materialized (
  select time_zone, knows_time_zone(time_zone) as known from (select distinct time_zone from restaurants) zone
), facts as materialized (
  select r.id, r.price_level, r.time_zone, case when zones.known then open_minutes_of(r.opening_hours) end as minutes
    from restaurants r join zones on zones.time_zone = r.time_zone)
update items i
   set price_level = f.price_level, open_minutes = f.minutes, time_zone = case when f.minutes is not null then f.time_zone end
  from facts f
 where f.id = i.restaurant_id and (f.price_level is not null or f.minutes is not null);

update items i set trending = acts.count
  from (select item_id, count(*) as count
          from (select item_id, user_id, counted, created_at from votes
                union all select item_id, user_id, counted, created_at from yolos) act
          join users u on u.id = act.user_id and not u.hidden
         where counted and act.created_at >= (select since from trending_window)
         group by item_id) acts
 where i.id = acts.item_id and i.trending <> acts.count;
