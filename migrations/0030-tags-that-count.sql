-- Whose tags count for a dish (rules: tags): the dishes that have tags of others yet. From now on item_tags() in
-- domain/counts.sql says the same.
with touched as (
  select distinct y.item_id as id
    from users u join yolos y on y.user_id = u.id
   where (u.hidden or u.held_at is not null or u.email_verified_at is null)
     and exists (select from yolo_tags t where t.yolo_id = y.id)),
weighed as (
  select y.id, y.item_id, u.email_verified_at is not null as verified,
         bool_or(u.email_verified_at is not null) over (partition by y.item_id) as has_verified
    from touched join yolos y on y.item_id = touched.id join users u on u.id = y.user_id
   where not u.hidden and u.held_at is null),
right_tags as (
  select touched.id, coalesce(array_agg(distinct t.tag_id::integer order by t.tag_id::integer)
                                filter (where t.tag_id is not null), '{}') as tags
    from touched left join weighed w on w.item_id = touched.id and w.verified = w.has_verified
    left join yolo_tags t on t.yolo_id = w.id
   group by touched.id)
update items i set tags = r.tags from right_tags r where i.id = r.id and i.tags is distinct from r.tags;
