-- Two sources tell of one restaurant under ids of their own: it is known again by its name, phone or website
-- near the same spot (rules: imports).

-- The last nine digits: with or without the country's code they are the same.
create function phone_key(phone text) returns text language sql immutable parallel safe as $$
  select case when length(digits) >= 7 then right(digits, 9) end from regexp_replace(phone, '\D', '', 'g') digits $$;

create function website_key(website text) returns text language sql immutable parallel safe as $$
  select rtrim(regexp_replace(lower(website), '^https?://(www\.)?|[?#].*$', '', 'g'), '/') $$;

create index restaurants_phone on restaurants (phone_key(phone)) where phone is not null;
-- A chain has one website for thousands: the cell parts them.
create index restaurants_website on restaurants (website_key(website), cell5) where website is not null;
