-- Sets a yolo's cell5 from its item, whatever the statement says.
create function fill_yolo() returns trigger language plpgsql as $$
begin
  select cell5 into new.cell5 from items where id = new.item_id;
  return new;
end $$;
create trigger yolos_filled before insert or update of item_id on yolos
  for each row execute function fill_yolo();

-- Copies an item's new cell to its yolos, for example when an import corrects its restaurant's location.
create function move_yolos_of_item() returns trigger language plpgsql as $$
begin
  update yolos set cell5 = new.cell5 where item_id = new.id;
  return null;
end $$;
create trigger items_moved after update of cell5 on items
  for each row when (old.cell5 is distinct from new.cell5) execute function move_yolos_of_item();
