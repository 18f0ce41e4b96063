-- The minutes of the week in which a restaurant is open, by its own clock; null where nobody knows. This is `openMinutes`
-- of opening-hours.ts, kept on items so that lists are narrowed without reading restaurants; a test holds the two equal.
create function open_minutes_of(hours jsonb) returns int4multirange language sql immutable parallel safe
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

-- `minuteOfWeek` of opening-hours.ts.
create function minute_of_week(moment timestamptz, zone text) returns integer language sql stable parallel safe
  return (extract(dow from moment at time zone zone) * 1440
    + extract(hour from moment at time zone zone) * 60 + extract(minute from moment at time zone zone))::integer;

-- One that this server doesn't know would break every question that asks by it.
create function knows_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
