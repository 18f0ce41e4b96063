-- What lists keep in memory of items (their place in the ranking, their cards) is kept right by this log:
-- each change of an item, or of what its card shows, leaves a row. Processes read those of transactions that
-- had not ended when they last looked, so none is missed, whatever the order of commits; old rows are deleted.
-- Item 0 stands for all: what was written without triggers.

create table item_changes (
  id          bigint generated always as identity primary key,
  xid         xid8 not null default pg_current_xact_id(),
  item_id     integer not null,
  category_id smallint not null,
  cell5       bigint not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 0);
create index item_changes_xid on item_changes (xid);

-- Which transactions had all ended when: rows are deleted by this, so that one that is committed late is
-- there for as long as any other.
create table item_change_horizons (
  at           timestamptz primary key default clock_timestamp(),
  ended_before xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
);

-- Where it was and where it is: an item that moves leaves one list and enters another.
create function log_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into item_changes (item_id, category_id, cell5) select id, category_id, cell5 from new_rows;
  elsif tg_op = 'DELETE' then
    insert into item_changes (item_id, category_id, cell5) select id, category_id, cell5 from old_rows;
  else
    insert into item_changes (item_id, category_id, cell5)
      select id, category_id, cell5 from new_rows
      union select id, category_id, cell5 from old_rows;
  end if;
  return null;
end $$;
create trigger items_logged_inserted after insert on items
  referencing new table as new_rows for each statement execute function log_items();
create trigger items_logged_deleted after delete on items
  referencing old table as old_rows for each statement execute function log_items();
create trigger items_logged_updated after update on items
  referencing old table as old_rows new table as new_rows for each statement execute function log_items();

create function log_changed_items(items_changed integer[]) returns void language sql as $$
  insert into item_changes (item_id, category_id, cell5)
  select id, category_id, cell5 from items where id = any (items_changed)
$$;

-- Coming, going and moving of yolos changes their items' counts; what else a card shows of them doesn't.
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

create function log_member() returns trigger language plpgsql as $$
begin
  perform log_changed_items(array(select item_id from yolos where user_id = new.id));
  return null;
end $$;
create trigger users_logged after update of user_name, disabled_at, taken_down_at on users
  for each row when ((old.user_name, old.hidden) is distinct from (new.user_name, new.hidden))
  execute function log_member();

create function log_restaurant() returns trigger language plpgsql as $$
begin
  perform log_changed_items(array(select id from items where restaurant_id = new.id));
  return null;
end $$;
create trigger restaurants_logged after update of name, city_label, price_level on restaurants
  for each row when ((old.name, old.city_label, old.price_level)
                     is distinct from (new.name, new.city_label, new.price_level))
  execute function log_restaurant();

-- Lists of 1 mile are cut from those of cell5 in memory now; a vote has one index less to write.
drop index items_rank_cell7;
