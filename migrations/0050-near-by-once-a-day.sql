-- When the device was last pushed what is new near by, which it is once a day at most; null if it never was.
alter table push_subscriptions add column told_nearby_at timestamptz;

-- Stored cards of dishes that some saved within a week of verifying, though later than a week after joining, may begin
-- with another favorite now. They are stored again when they are read.
update item_cards set body = null, version = version + 1
 where body is not null and item_id in (
   select y.item_id from yolos y join users u on u.id = y.user_id
    where y.created_at >= u.created_at + interval '7 days' and y.created_at < u.email_verified_at + interval '7 days');
