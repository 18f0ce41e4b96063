-- The words by which search finds dishes: those of a dish's name, alone and prefixed with its H3 cell of resolution 4,
-- and those of its restaurant's name, prefixed with '@'. A separate table, because in `items` each vote would update
-- the index.
create table item_words (
  item_id integer not null,
  words   tsvector not null,
  constraint item_words_pkey primary key (item_id),
  constraint item_words_item_id_fkey foreign key (item_id) references items(id) on delete cascade
);
create index item_words_words on item_words using gin (words) with (fastupdate=off);

-- The words in use, which tell what a misspelled word means. `kind` is 1 for words of restaurants' names, 2 for words
-- of their addresses, 3 for words of dishes' names. There is no unique index, so that of two transactions that insert
-- the same new word, neither has to wait for the other.
create table search_vocabulary (
  word  text not null,
  kind  smallint not null,
  -- How a word of another script sounds, in Latin letters (features/places/words/sounds.server.ts). Null until a job
  -- has computed it, empty if the word has no sound. Always null for words of only ASCII characters.
  sound text,
  since timestamptz not null default now()
);
create index search_vocabulary_slips on search_vocabulary using gin (search_slips(word)) with (fastupdate=off);
create index search_vocabulary_sound on search_vocabulary (sound text_pattern_ops) where sound > '';
create index search_vocabulary_sound_slips on search_vocabulary using gin (search_slips(sound)) with (fastupdate=off) where sound > '';
create index search_vocabulary_unheard on search_vocabulary (word) where sound is null and word ~ '[^ -~]';
create index search_vocabulary_word on search_vocabulary (word text_pattern_ops, kind);
