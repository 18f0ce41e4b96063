-- A contest is data; entries are rows of their own, made from yolos (rules: contests).
create table contests (
  id          integer generated always as identity primary key,
  -- The last part of its address.
  slug        text not null unique check (slug ~ '^[a-z0-9_-]+$'),
  title       text not null,
  prize       text not null,
  -- The community that it is for, in words and as a circle.
  area        text not null,
  latitude    double precision not null check (latitude between -90 and 90),
  longitude   double precision not null check (longitude between -180 and 180),
  miles       double precision not null check (miles > 0),
  -- Empty: all of them.
  category_ids smallint[] not null default '{}',
  eligibility text not null,
  -- Null where no first day was announced.
  opens_on    date,
  draws_on    date not null,
  time_zone   text not null,
  created_at  timestamptz not null default now(),
  check (opens_on is null or opens_on <= draws_on)
);

insert into contests
  (slug, title, prize, area, latitude, longitude, miles, eligibility, draws_on, time_zone)
values
  ('contest1', 'Los Angeles: your favorites could win', 'An Apple Watch or gift cards',
   'Los Angeles', 34.0522, -118.2437, 50, 'People of the Los Angeles community', '2025-02-22',
   'America/Los_Angeles'),
  ('contest2', 'Twin Cities: your favorites could win', 'An Apple Watch',
   'the Twin Cities', 44.9633, -93.1830, 50, 'Citizens of the United States', '2024-07-31',
   'America/Chicago');
