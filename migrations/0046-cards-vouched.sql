-- Stored cards of dishes for which no verified member speaks who is shown to others don't say so yet. They are stored
-- again when they are read.
update item_cards c set body = null, version = version + 1
 where body is not null and not exists (
   select from yolos y join users u on u.id = y.user_id
    where y.item_id = c.item_id and u.email_verified_at is not null and not u.hidden);
