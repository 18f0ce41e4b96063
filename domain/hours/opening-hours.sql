-- Returns the minutes of the week in which a restaurant is open, in its local time; null if its hours are unknown. This
-- is `openMinutes` of opening-hours.ts; a test checks that both agree. The result is stored on items, so that lists can
-- be filtered without reading restaurants.
create or replace function open_minutes_of(hours jsonb) returns int4multirange language sql immutable parallel safe
  return case when jsonb_typeof(hours) = 'array' then coalesce((
    select range_agg(part)
      from jsonb_to_recordset(hours) as span (day text, "openTime" text, "closeTime" text, closed boolean)
     cross join lateral (
       select (array_position(array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], lower(left(day, 3))) - 1) * 1440 as midnight,
              split_part("openTime", ':', 1)::integer * 60 + split_part("openTime", ':', 2)::integer as opens,
              split_part("closeTime", ':', 1)::integer * 60 + split_part("closeTime", ':', 2)::integer as closes) as told
     cross join lateral (
       select midnight + opens as start, midnight + closes + case when closes > opens then 0 else 1440 end as stop) as open
     cross join lateral (values (int4range(start, least(stop, 10080))), (int4range(0, greatest(stop - 10080, 0)))) as parts (part)
     where not coalesce(closed, false) and start is not null and stop is not null), '{}') end;

-- Returns the minute of the week in a time zone, like `minuteOfWeek` of opening-hours.ts.
create or replace function minute_of_week(moment timestamptz, zone text) returns integer language sql stable parallel safe
  return (extract(dow from moment at time zone zone) * 1440
    + extract(hour from moment at time zone zone) * 60 + extract(minute from moment at time zone zone))::integer;

-- Returns whether this database server knows a time zone. A query that uses an unknown one fails.
create or replace function knows_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
