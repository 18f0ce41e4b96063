-- Stored cards of dishes that some saved in their first week and others later may begin with another favorite now. They
-- are stored again when they are read.
update item_cards set body = null, version = version + 1
 where body is not null and item_id in (
   select y.item_id from yolos y join users u on u.id = y.user_id
    group by y.item_id
   having count(distinct y.created_at >= u.created_at + interval '7 days') = 2);
