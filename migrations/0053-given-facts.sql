-- A merge records what the restaurant that stays was given last for the columns that it lacked, so that an import can tell
-- what it was given from what it was told otherwise.
update merges m
   set before = m.before || jsonb_build_object('gave', f.gave)
  from (
    select m.id, coalesce(jsonb_object_agg(own.key, own.value) filter (
             where m.before -> 'empty' ? own.key and own.value <> 'null' and own.value = to_jsonb(g) -> own.key
               and not case own.key when 'opening_hours' then 'hours' else own.key end = any (s.corrected)), '{}') as gave
      from merges m
      join restaurants g on g.id = m.from_id
      join restaurants s on s.id = m.into_id
     cross join lateral jsonb_each(jsonb_build_object(
             'price_level', s.price_level, 'website', s.website, 'phone', s.phone,
             'opening_hours', s.opening_hours, 'cuisines', s.cuisines)) own
     where m.kind = 'restaurant' and m.undone_at is null
     group by m.id) f
 where m.id = f.id;

create index merges_from on merges (from_id) where kind = 'restaurant' and undone_at is null;
