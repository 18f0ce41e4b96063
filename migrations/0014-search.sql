-- Dishes by the words of their names, alone and with their H3 cell of resolution 4 before them, and by those
-- of their restaurant after an '@'. A table of its own: each vote would write an index of `items` anew.
create table item_words (
  item_id integer primary key references items on delete cascade,
  words   tsvector not null
);
create index item_words_words on item_words using gin (words) with (fastupdate = off);

-- The words in use, to tell which one was meant: 1 of restaurants' names, 2 of their addresses, 3 of dishes.
-- Two at once may both bring a new word; a unique index would have one wait for the other.
create table search_vocabulary (
  word  text not null,
  kind  smallint not null,
  -- How a word of another script sounds in Latin letters, as features/places/words/sounds.server.ts has it: null until
  -- the job has looked at it, empty where it has no sound. Words of Latin letters alone stay without.
  sound text
);
create index search_vocabulary_word on search_vocabulary (word text_pattern_ops, kind);
create index search_vocabulary_slips on search_vocabulary using gin (search_slips(word)) with (fastupdate = off);
create index search_vocabulary_sound on search_vocabulary (sound text_pattern_ops) where sound > '';
create index search_vocabulary_sound_slips on search_vocabulary using gin (search_slips(sound)) with (fastupdate = off)
 where sound > '';
create index search_vocabulary_unheard on search_vocabulary (word) where sound is null and word ~ '[^ -~]';
