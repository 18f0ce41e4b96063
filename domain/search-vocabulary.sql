-- Returns words in use whose Latin spelling has two letters of the typed word swapped or differs by at most two letters
-- (one in short words).
create or replace function similar_words(typed text) returns setof text language sql stable
  set pg_trgm.similarity_threshold = 0.2 as $$
  (select word from search_vocabulary
    where latin in (select overlay(typed placing reverse(substr(typed, at, 2)) from at)
                      from generate_series(1, length(typed) - 1) at))
  union all (
  select word from search_vocabulary
   where latin % typed and abs(length(latin) - length(typed)) <= 2
     and levenshtein_less_equal(latin, typed, 2) <= case when length(typed) < 5 then 1 else 2 end
   order by levenshtein_less_equal(latin, typed, 2), docs desc, word limit 40)
$$;
