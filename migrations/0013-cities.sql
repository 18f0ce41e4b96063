-- Similar words, for misspelled names.
create extension if not exists pg_trgm;

-- Cities of the world. The rows are loaded from npm packages at the first start (features/places/cities).
create table cities (
  -- The GeoNames id, or a negative number for a place that has none.
  id         integer primary key,
  slug       text not null unique,
  name       text not null,
  -- What members see: 'Minneapolis, MN, US'.
  label      text not null,
  -- Distinguishes cities with the same label: 'Hennepin County, Minnesota, United States'.
  area       text not null,
  -- The folded name, and between bars other spellings and, for large cities, names in other languages.
  key        text not null,
  other_keys text not null,
  -- Folded names and codes of region, country and district: 'mn|minnesota||us|usa|united states||hennepin county'.
  areas      text not null,
  latitude   double precision not null,
  longitude  double precision not null,
  cell4      bigint not null,
  population integer not null,
  -- False for quarters and former places, to which no point belongs.
  is_settled boolean not null,
  time_zone  text not null,
  zips       integer[] not null
);
create index cities_cell4 on cities (cell4) where is_settled;
-- All names of a city, each as one word, so that a whole name and the beginning of one are found.
create index cities_names on cities using gin (array_to_tsvector(array_remove(string_to_array(key || other_keys, '|'), '')));
create index cities_key_similar on cities using gin (key gin_trgm_ops);
create index cities_zips on cities using gin (zips) where zips <> '{}';
