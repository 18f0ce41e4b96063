/**
 * Every combining mark of Unicode’s basic plane, without those of kana. PostgreSQL’s regular expressions have no class
 * for them.
 */
const marks = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
  .filter((character) => /(?![\u3099\u309a])\p{M}/u.test(character))
  .join('')

// Functions that indexes are built on. Changing one means rebuilding its indexes, so they are here and not in the files
// whose functions are replaced when they change.
export const text = String.raw`
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Removes accents, case and punctuation, and leaves single spaces: the SQL version of foldText in the program.
create function search_fold(written text) returns text
  language sql immutable parallel safe
  return trim(regexp_replace(
    replace(replace(replace(replace(translate(lower(normalize(regexp_replace(normalize(written, NFKD),
      '[\u0027\u2019\u2018\u02bb\u02bc\u0060\u00b4\u0022\u200c\u200d${marks}]', '', 'g'), NFC)),
      'øđðłı', 'oddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[^[:alnum:]]+', ' ', 'g'));

-- Chinese, Japanese, Thai and related scripts are written without spaces. For each of the first 24 characters of a text
-- in these scripts, the text from there on (at most 40 characters) therefore counts as a word, so that a word is found
-- that begins within a longer text.
create function search_endings(folded text) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct substr(word, start, 40)
      from unnest(string_to_array(folded, ' ')) word
     cross join lateral generate_series(1, case when word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
       then least(length(word), 24) else 1 end) start
     where word <> '');

-- The words of a folded text. Contains no subquery itself, so that PostgreSQL can inline the function, which makes it
-- 40 times as fast.
create function search_words(folded text) returns text[]
  language sql immutable parallel safe
  return case when folded ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
    then search_endings(folded) else array_remove(string_to_array(folded, ' '), '') end;

-- The mark of the cell of resolution 3 around a cell of resolution 5, whose digits 4 and 5 are set to 7 (unused).
create function search_cell(cell5 bigint) returns text language sql immutable parallel safe
  return 'c:' || to_hex((cell5 & ~(15::bigint << 52)) | (3::bigint << 52) | (7::bigint << 30) | (7::bigint << 33));

-- The words of a folded text. Initials are also found as one word: 'p f chang' has 'pf'.
create function search_tokens(folded text) returns text[] language sql immutable parallel safe
  return search_words(folded) || array(
    select replace(found[1], ' ', '')
      from regexp_matches(folded, '(?:^| )([[:alnum:]](?: [[:alnum:]])+)(?= |$)', 'g') found);

create function restaurant_search(name_key text, also_key text, address text, cell5 bigint) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(search_tokens(name_key || ' ' || also_key || ' ' || search_fold(address)) || search_cell(cell5));
`
