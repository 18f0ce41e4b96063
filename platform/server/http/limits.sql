-- Spends a point of each of these budgets, or of none if one is used up. Then it returns, of those, the one that lasts
-- longest: how many points it has in all, and the seconds until it has them again. All processes ask here, and so the
-- rows decide who comes first. They are locked in the order of their keys. `periods` are in seconds.
create function spend_budgets(keys text[], most integer[], periods integer[])
  returns table (used_up integer, wait integer) language plpgsql as $$
declare
  moment bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  insert into rate_limits as r (key, points, expire)
  select b.key, 0, moment from unnest(keys) as b(key) order by b.key
  on conflict (key) do update set points = case when r.expire <= moment then 0 else r.points end;
  return query
    select b.most, ceil((r.expire - moment) / 1000.0)::integer
      from unnest(keys, most) as b(key, most) join rate_limits r on r.key = b.key
     where r.points >= b.most order by r.expire desc limit 1;
  if found then
    -- Or any number of refused networks would each leave a row.
    delete from rate_limits where key = any (keys) and points = 0;
    return;
  end if;
  update rate_limits r
     set points = r.points + 1,
         expire = case when r.points = 0 then moment + b.period * 1000::bigint else r.expire end
    from unnest(keys, periods) as b(key, period) where r.key = b.key;
end $$;
