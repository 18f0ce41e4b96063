-- A row for each item that was here before 0035. A transaction of its own: it locks no table.

insert into item_cards (item_id) select id from items order by id on conflict do nothing;
