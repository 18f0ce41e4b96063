-- What a card shows of an item, ready to be sent: reading it again costs twenty times as much. Written by those who
-- read it (features/listings/candidates/stored-cards.server.ts), and gone with each change of what it shows. What
-- votes change isn't in it.

create table item_cards (
  -- Of an item that is there: its trigger takes the row along. A key to it would lock the item with each row.
  item_id integer primary key,
  -- One higher with each change: what was read before one is not kept after it.
  version integer not null default 0,
  body    text
)
-- Bodies come and go on the page where they are.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1,
      autovacuum_vacuum_cost_delay = 0);

create function forget_cards(items_changed integer[]) returns void language sql as $$
  insert into item_cards (item_id)
  select id from items where id = any (items_changed) order by id
  on conflict (item_id) do update set version = item_cards.version + 1, body = null
$$;

create or replace function log_changed_items(items_changed integer[]) returns void language sql as $$
  insert into item_changes (item_id, category_id, cell5)
  select id, category_id, cell5 from items where id = any (items_changed);
  select forget_cards(items_changed)
$$;

-- A vote changes counts alone, and leaves the body as it is; any other update forgets it.
create or replace function log_item() returns trigger language plpgsql as $$
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

create or replace function log_items() returns trigger language plpgsql as $$
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
