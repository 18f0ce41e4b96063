-- Each change of an item, or of what its card shows, inserts a row into item_changes, from which servers update their
-- lists and cards in memory.

-- Logs items that are inserted or deleted, and inserts or deletes the rows of their stored cards.
create function log_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into item_changes (item_id, category_id, cell5) select id, category_id, cell5 from new_rows;
    insert into item_cards (item_id) select id from new_rows order by id;
  else
    insert into item_changes (item_id, category_id, cell5) select id, category_id, cell5 from old_rows;
    delete from item_cards using old_rows where item_cards.item_id = old_rows.id;
  end if;
  return null;
end $$;
create trigger items_logged_inserted after insert on items
  referencing new table as new_rows for each statement execute function log_items();
create trigger items_logged_deleted after delete on items
  referencing old table as old_rows for each statement execute function log_items();

-- Logs items that are updated. If an item moves, a second row is for the list that it leaves. A vote changes only
-- counts, which aren't in a stored card's body, so the body remains; any other update clears it.
create function log_item() returns trigger language plpgsql as $$
begin
  insert into item_changes (item_id, category_id, cell5) values (new.id, new.category_id, new.cell5);
  if (old.category_id, old.cell5) is distinct from (new.category_id, new.cell5) then
    insert into item_changes (item_id, category_id, cell5) values (old.id, old.category_id, old.cell5);
  end if;
  if old.vote_count = new.vote_count
     or (old.name, old.category_id, old.restaurant_id, old.yolo_count, old.tags, old.listed)
        is distinct from (new.name, new.category_id, new.restaurant_id, new.yolo_count, new.tags, new.listed) then
    perform forget_cards(array[new.id]);
  end if;
  return null;
end $$;
create trigger items_logged_updated after update on items for each row execute function log_item();

create function forget_cards(items_changed integer[]) returns void language sql as $$
  insert into item_cards (item_id)
  select id from items where id = any (items_changed) order by id
  on conflict (item_id) do update set version = item_cards.version + 1, body = null
$$;

create function log_changed_items(items_changed integer[]) returns void language sql as $$
  insert into item_changes (item_id, category_id, cell5)
  select id, category_id, cell5 from items where id = any (items_changed);
  select forget_cards(items_changed)
$$;

-- Logs a change of a yolo's text or shown name, or of whether its text or photo is taken down, because its item's card
-- shows them. Saving, deleting and moving a yolo needs no trigger here, because it changes the item's counts.
create function log_yolo() returns trigger language plpgsql as $$
begin
  perform log_changed_items(array[new.item_id]);
  return null;
end $$;
create trigger yolos_logged after update of description, shown_name, text_down, photo_down on yolos
  for each row when ((old.description, old.shown_name, old.text_down, old.photo_down)
                     is distinct from (new.description, new.shown_name, new.text_down, new.photo_down))
  execute function log_yolo();

create function log_yolo_tags() returns trigger language plpgsql as $$
declare
  tagged integer[];
begin
  if tg_op = 'INSERT' then
    tagged := array(select yolo_id from new_rows);
  else
    tagged := array(select yolo_id from old_rows);
  end if;
  perform log_changed_items(array(select item_id from yolos where id = any (tagged)));
  return null;
end $$;
create trigger yolo_tags_logged_inserted after insert on yolo_tags
  referencing new table as new_rows for each statement execute function log_yolo_tags();
create trigger yolo_tags_logged_deleted after delete on yolo_tags
  referencing old table as old_rows for each statement execute function log_yolo_tags();

create function log_photo() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform log_changed_items(array[old.item_id]); end if;
  if tg_op <> 'DELETE' then perform log_changed_items(array[new.item_id]); end if;
  return null;
end $$;
create trigger photos_logged after insert or update or delete on photos
  for each row execute function log_photo();

-- Logs the item of a yolo that is the first of its category in its city. This needs its own trigger, because the yolo
-- can be of another item than the one that is being changed, and because a merging can make another yolo the first one.
create function log_first_dish() returns trigger language plpgsql as $$
begin
  perform log_changed_items(array(select item_id from yolos where id = new.yolo_id));
  return null;
end $$;
create trigger first_dishes_logged after insert or update on first_dishes
  for each row execute function log_first_dish();

create function log_member() returns trigger language plpgsql as $$
begin
  perform log_changed_items(array(select item_id from yolos where user_id = new.id));
  return null;
end $$;
create trigger users_logged after update of user_name, disabled_at, suspended_at, email_verified_at on users
  for each row when ((old.user_name, old.hidden, old.email_verified_at is null)
                     is distinct from (new.user_name, new.hidden, new.email_verified_at is null))
  execute function log_member();

create function log_restaurant() returns trigger language plpgsql as $$
begin
  perform log_changed_items(array(select id from items where restaurant_id = new.id));
  return null;
end $$;
create trigger restaurants_logged after update of name, city_label, city_slug, price_level on restaurants
  for each row when ((old.name, old.city_label, old.city_slug, old.price_level)
                     is distinct from (new.name, new.city_label, new.city_slug, new.price_level))
  execute function log_restaurant();
