-- What an item sums up of its yolos is read after its row is locked: of two who delete, move or tag
-- yolos of one item at the same moment, the second sees what the first did.
create or replace function count_yolos() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.item_id = new.item_id then return null; end if;
  if tg_op <> 'INSERT' then
    perform 1 from items where id = old.item_id for no key update;
    update items set yolo_count = yolo_count - 1,
                     newest_yolo_at = (select max(created_at) from yolos where item_id = old.item_id)
     where id = old.item_id;
  end if;
  if tg_op <> 'DELETE' then
    update items set yolo_count = yolo_count + 1,
                     newest_yolo_at = greatest(newest_yolo_at, new.created_at)
     where id = new.item_id;
  end if;
  return null;
end $$;

create or replace function gather_item_tags(which integer) returns void language plpgsql as $$
begin
  perform 1 from items where id = which for no key update;
  update items set tags = found.tags
    from (select coalesce(array_agg(distinct yt.tag_id::integer order by yt.tag_id::integer), '{}') as tags
            from yolos y join yolo_tags yt on yt.yolo_id = y.id where y.item_id = which) found
   where id = which and items.tags is distinct from found.tags;
end $$;
