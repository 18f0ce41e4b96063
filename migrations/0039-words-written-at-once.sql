-- Rows that came last stood in a list of their own before the indexes of words, up to 4 MB: each search read it from
-- one end to the other, and who filled it up waited for all of it to be filed. Dishes and members come one by one, so
-- their words are filed at once. Restaurants come by the million: theirs go on waiting in the list.
alter index item_words_words set (fastupdate = off);
alter index users_words set (fastupdate = off);
alter index users_search set (fastupdate = off);
alter index users_slips set (fastupdate = off);
alter index search_vocabulary_slips set (fastupdate = off);
select gin_clean_pending_list('item_words_words'), gin_clean_pending_list('users_words'),
       gin_clean_pending_list('users_search'), gin_clean_pending_list('users_slips'), gin_clean_pending_list('search_vocabulary_slips');
