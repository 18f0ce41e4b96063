-- Lists of 1 mile are cut from those of cell5: no one asks for the smaller cell of an item.
alter table items drop column cell7;

-- Functions that migrations made and no file declares: their work is done by others, or by the statement that writes.
drop function move_items_of_restaurant, hide_items_of_restaurant, copy_restaurant_facts,
              place_yolo, come_back_down, weigh_new_yolo, keep_held cascade;
