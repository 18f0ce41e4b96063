-- Returns words in use whose Latin spelling differs by one letter, which may be swapped with the next, or by two if there
-- are none and the word is longer. The most frequent come first.
create or replace function similar_words(typed text) returns setof text language plpgsql stable
  set pg_trgm.similarity_threshold = 0.3 as $$
begin
  -- All spellings with one mistake are looked up: a short word with one has few trigrams left.
  return query
  select word from search_vocabulary
   where latin <> typed and latin = any (array(
     select overlay(typed placing trim(letter) from at for replaced)
       from generate_series(1, length(typed) + 1) at, generate_series(0, 1) replaced,
            string_to_table(' abcdefghijklmnopqrstuvwxyz', null) letter
      union all
     select overlay(typed placing reverse(substr(typed, at, 2)) from at)
       from generate_series(1, length(typed) - 1) at))
   order by docs desc, word limit 40;
  if not found and length(typed) > 4 then
    return query
    select word from search_vocabulary
     where latin % typed and levenshtein_less_equal(latin, typed, 2) = 2
     order by docs desc, word limit 40;
  end if;
end $$;
