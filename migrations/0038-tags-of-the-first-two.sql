-- Which tags a dish has (rules: tags): the lone tags of the first two who saved it count, too, and those of held members
-- where nobody else saved it. From now on item_tags() in domain/counts.sql says the same.
with shown as (
  select y.id, y.item_id, y.created_at, tier, min(tier) over (partition by y.item_id) as least
    from yolos y join users u on u.id = y.user_id
   cross join lateral (
     select case when u.held_at is not null then 3 when u.email_verified_at is null then 2 else 1 end as tier) t
   where not u.hidden),
weighed as (
  select id, item_id, row_number() over (partition by item_id order by created_at, id) as place
    from shown where tier = least),
given as (
  select w.item_id, w.place, w.id, t.tag_id::integer as tag from weighed w join yolo_tags t on t.yolo_id = w.id),
taggers as (select item_id, count(distinct id) as taggers from given group by item_id),
counted as (
  select g.item_id, g.tag
    from given g join taggers using (item_id)
   group by g.item_id, g.tag, taggers
  having count(*) * 4 >= taggers and (count(*) >= 2 or min(g.place) <= 2)),
right_tags as (select item_id, array_agg(tag order by tag) as tags from counted group by item_id)
update items i set tags = coalesce(r.tags, '{}')
  from items o left join right_tags r on r.item_id = o.id
 where i.id = o.id and i.tags is distinct from coalesce(r.tags, '{}');
