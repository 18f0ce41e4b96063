-- Facts of rows that were merged into a restaurant stayed there as they were on that day. Where one row alone was merged
-- into it and it tells no such fact itself, they are that row's: what a member added tells none of them, Overture Maps no
-- hours.
update restaurants s
   set website = case when f.website then g.website else s.website end,
       phone = case when f.phone then g.phone else s.phone end,
       opening_hours = case when f.hours then g.opening_hours else s.opening_hours end,
       cuisines = case when f.cuisines then g.cuisines else s.cuisines end
  from merges m
  join restaurants g on g.id = m.from_id
  join restaurants t on t.id = m.into_id
 cross join lateral (
   select t.source = 'member' and m.before -> 'empty' ? 'website' and not 'website' = any (t.corrected) as website,
          t.source = 'member' and m.before -> 'empty' ? 'phone' and not 'phone' = any (t.corrected) as phone,
          (t.source = 'member' or t.place_id like 'overture:%')
            and m.before -> 'empty' ? 'opening_hours' and not 'hours' = any (t.corrected) as hours,
          t.source = 'member' and m.before -> 'empty' ? 'cuisines' and not 'cuisines' = any (t.corrected) as cuisines) f
 where m.kind = 'restaurant' and m.undone_at is null and s.id = t.id and g.merged_into = s.id and s.merged_into is null
   and not exists (select from merges other where other.into_id = m.into_id and other.kind = 'restaurant'
                      and other.undone_at is null and other.id <> m.id)
   and (f.website and s.website is distinct from g.website or f.phone and s.phone is distinct from g.phone
     or f.hours and s.opening_hours is distinct from g.opening_hours
     or f.cuisines and s.cuisines is distinct from g.cuisines);
