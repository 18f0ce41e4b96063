-- What the admin area works with.

-- A member agreed to mails about their area (rules: consent); null while they did not.
alter table users add column email_consent_at timestamptz;
-- Addresses near a point are few among all: a band of latitudes of those who agreed.
create index users_to_mail on users (latitude)
 where email_consent_at is not null and email_verified_at is not null and not hidden;

-- The favourites of a dish or restaurant that an admin deleted come back with it: 'item 5', 'restaurant 7'.
-- Null where a yolo was deleted by itself.
alter table deleted_yolos add column removed_with text;
create index deleted_yolos_removed_with on deleted_yolos (removed_with) where removed_with is not null;

-- Restaurants by city, as the label says it or by the city's name alone, in any case.
create index restaurants_city_label on restaurants (lower(city_label) text_pattern_ops, name_key, id);

-- What stands in the lists of reported things.
create index item_reports_open on item_reports (item_id) where cleared_at is null;
create index restaurant_reports_open on restaurant_reports (restaurant_id) where cleared_at is null;
