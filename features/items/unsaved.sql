-- Notes since when an item has no yolo (see remove_unsaved_items).
create function note_unsaved_item() returns trigger language plpgsql as $$
begin
  insert into unsaved_items (item_id, since) values (new.id, clock_timestamp())
  on conflict (item_id) do update set since = excluded.since;
  return null;
end $$;
create trigger items_unsaved after update of yolo_count on items
  for each row when (old.yolo_count > 0 and new.yolo_count = 0) execute function note_unsaved_item();

-- Looks at up to `most` items that have had no yolo since before `due` and deletes those to which nothing refers that
-- someone made or may still undo. It looks at the others again as long after `at`. Returns how many it looked at.
create function remove_unsaved_items(due timestamptz, at timestamptz, most integer) returns integer
  language plpgsql as $$
declare
  noted integer[] := array(
    select item_id from unsaved_items where since <= due order by since limit most for update skip locked);
  -- Locked before a later statement looks for what refers to them, so that nothing can be added meanwhile.
  unsaved integer[] := array(
    select id from items where id = any (noted) and yolo_count = 0 and deleted_at is null order by id
       for update skip locked);
begin
  delete from items i
   where i.id = any (unsaved)
     and not exists (select from yolos where item_id = i.id)
     and not exists (select from deleted_yolos where item_id = i.id)
     and not exists (select from votes where item_id = i.id)
     and not exists (select from item_reports where item_id = i.id)
     and not exists (select from adjustments where item_id = i.id)
     and not exists (select from items merged where merged.merged_into = i.id);
  delete from unsaved_items u
   where item_id = any (noted)
     and not exists (select from items i where i.id = u.item_id and i.yolo_count = 0 and i.deleted_at is null);
  update unsaved_items set since = at where item_id = any (noted);
  return cardinality(noted);
end $$;
