-- What search and lists no longer need, so that jobs can delete it (docs/safety.md).

-- Words that a listed dish or restaurant no longer has. A job deletes those from search_vocabulary that no other one
-- has either (features/search/forget-words.server.ts).
create table dropped_words (
  word text not null
);
-- The vocabulary never forgot a word until now, so all of it is looked at once.
insert into dropped_words select distinct word from search_vocabulary;
-- Dishes that aren't listed would take the places of those that are among what search compares.
delete from item_words w using items i where i.id = w.item_id and not i.listed;

-- Since when an item has no yolo. Rows remain when it is saved again. A job deletes the item after some days if nothing
-- refers to it (features/items/unsaved.server.ts). Not a foreign key, because creating one would lock all items.
create table unsaved_items (
  item_id integer primary key,
  since   timestamptz not null
);
create index unsaved_items_since on unsaved_items (since);
insert into unsaved_items (item_id, since) select id, now() from items where yolo_count = 0 and deleted_at is null;
