-- How alike two folded names are, from 0 to 1: by their trigrams or by the letters that differ. Trigrams only know the
-- letters a to z where the server's locale is C. Names of which four letters in five differ aren't alike at all.
create or replace function name_likeness(one text, other text) returns float8
  language sql immutable parallel safe
  return greatest(similarity(one, other),
                  1 - 1.25 * levenshtein(left(one, 100), left(other, 100))
                      / greatest(length(left(one, 100)), length(left(other, 100)), 1));
