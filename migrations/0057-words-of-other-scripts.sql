-- How a word of another script sounds in Latin letters, as features/places/words/sounds.server.ts has it: null until
-- the job has looked at it, empty where it has no sound. Words of Latin letters alone stay without.
alter table search_vocabulary add column sound text;
create index search_vocabulary_sound on search_vocabulary (sound text_pattern_ops) where sound > '';
create index search_vocabulary_sound_slips on search_vocabulary using gin (search_slips(sound)) with (fastupdate = off)
 where sound > '';
create index search_vocabulary_unheard on search_vocabulary (word) where sound is null and word ~ '[^ -~]';
