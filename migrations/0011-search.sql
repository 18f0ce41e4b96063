-- The words by which search finds listed dishes (features/search/search.sql).
create table item_words (
  item_id integer not null primary key references items on delete cascade,
  words   tsvector not null
);
create index item_words_words on item_words using gin (words) with (fastupdate=off);

-- The words in use, collected nightly: what a misspelled word means, and words of other scripts in Latin letters.
create table search_vocabulary (
  word  text not null primary key,
  latin text not null,
  -- How many restaurants and dishes have it.
  docs  integer not null
);
create index search_vocabulary_latin on search_vocabulary (latin text_pattern_ops);
create index search_vocabulary_similar on search_vocabulary using gin (latin gin_trgm_ops);
