create table restaurants (
  id            integer generated always as identity primary key,
  -- Opaque, with the provider in front: 'osm:node/1', 'own:…'.
  place_id      text not null unique,
  name          text not null,
  name_key      text not null,
  address       text not null check (address <> ''),
  latitude      double precision not null check (latitude between -90 and 90),
  longitude     double precision not null check (longitude between -180 and 180),
  -- H3 indexes at resolutions 5 and 7 as signed 64-bit integers.
  cell5         bigint not null,
  cell7         bigint not null,
  city_id       integer,
  city_label    text not null,
  city_slug     text not null,
  time_zone     text not null,
  price_level   smallint check (price_level between 1 and 4),
  website       text check (website ~ '^https?://'),
  phone         text,
  opening_hours jsonb,
  source        text not null,
  licence       text not null default '',
  added_by      integer references users on delete set null,
  created_at    timestamptz not null default now(),
  -- Five verified reports of closure: out of the listings for all.
  hidden_at     timestamptz,
  deleted_at    timestamptz
);
create index restaurants_cell5 on restaurants (cell5);
create index restaurants_city on restaurants (city_slug);
create index restaurants_name on restaurants (name_key text_pattern_ops);

create table restaurant_reports (
  restaurant_id integer not null references restaurants on delete cascade,
  user_id       integer not null references users on delete cascade,
  created_at    timestamptz not null default now(),
  primary key (restaurant_id, user_id)
);
create index restaurant_reports_user on restaurant_reports (user_id);
