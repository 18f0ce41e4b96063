-- Search finds restaurants and dishes by sets of words (tsvector). Besides the words of names, a set holds marks that no
-- typed word can be: 'c:…' is the H3 cell of resolution 3, 'k:…' a dish's category, 't:…' a tag.

-- Writes the words of these items: those of their own and their restaurant's name. Only listed items have a row. A table
-- of its own, because in `items` each vote would update the index.
create or replace function write_item_words(changed integer[]) returns void language plpgsql as $$
begin
  delete from item_words w using items i where w.item_id = any (changed) and i.id = w.item_id and not i.listed;
  insert into item_words (item_id, words)
  select i.id, array_to_tsvector(search_tokens(search_fold(i.name)) || search_tokens(r.name_key || ' ' || r.also_key)
                                 || search_cell(i.cell5) || ('k:' || i.category_id)
                                 || array(select 't:' || tag from unnest(i.tags) tag))
    from unnest(changed) given (id) join items i using (id) join restaurants r on r.id = i.restaurant_id
   where i.listed
  on conflict (item_id) do update set words = excluded.words;
end $$;

create or replace function item_changed_for_search() returns trigger language plpgsql as $$
begin
  perform write_item_words(array[new.id]);
  return null;
end $$;
-- A new item isn't listed before it has a yolo.
create or replace trigger items_searched after update on items
  for each row when (
    (old.listed, old.name, old.category_id, old.restaurant_id, old.cell5, old.tags)
    is distinct from (new.listed, new.name, new.category_id, new.restaurant_id, new.cell5, new.tags)
  ) execute function item_changed_for_search();

-- A restaurant's dishes are found by its name.
create or replace function restaurant_renamed_for_search() returns trigger language plpgsql as $$
begin
  perform write_item_words(array(select id from items where restaurant_id = new.id));
  return null;
end $$;
create or replace trigger restaurants_searched after update of name_key, also_key on restaurants
  for each row when ((old.name_key, old.also_key) is distinct from (new.name_key, new.also_key))
  execute function restaurant_renamed_for_search();
