-- The week of open_minutes began on Monday; it begins on Sunday, as everywhere else.
update items set open_minutes = (
  select coalesce(range_agg(part), '{}')
    from unnest(open_minutes) span
   cross join lateral (values
     (int4range(least(lower(span) + 1440, 10080), least(upper(span) + 1440, 10080))),
     (int4range(greatest(lower(span) - 8640, 0), greatest(upper(span) - 8640, 0)))) as parts (part))
 where open_minutes is not null;
