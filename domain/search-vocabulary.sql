-- Returns words in use whose Latin spelling has two letters of the typed word swapped, or differs by as few letters as
-- any: one or, in longer words, two.
create or replace function similar_words(typed text) returns setof text language sql stable
  set pg_trgm.similarity_threshold = 0.25 as $$
  -- A longer word has more trigrams, of which a mistake leaves more.
  select set_config('pg_trgm.similarity_threshold', '0.3', true) where length(typed) > 5;
  (select word from search_vocabulary
    where latin in (select overlay(typed placing reverse(substr(typed, at, 2)) from at)
                      from generate_series(1, length(typed) - 1) at))
  union all (
  select word
    from (select word, docs, changes, min(changes) over () as fewest
            from search_vocabulary, levenshtein_less_equal(latin, typed, 2) as changes
           where latin % typed and latin <> typed and abs(length(latin) - length(typed)) <= 2) likely
   where changes = fewest and changes <= case when length(typed) < 5 then 1 else 2 end
   order by docs desc, word limit 40)
$$;
