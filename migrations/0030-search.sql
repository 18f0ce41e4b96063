-- One search for dishes, restaurants and members (rules: search). Words are compared folded, as by
-- features/places/fold.ts; a word may be misspelt by one letter.

-- No accents, no case, no punctuation, single spaces: in SQL what `fold` is in the program. The long list is
-- every combining mark of Unicode’s basic plane and the apostrophes.
create function search_fold(written text) returns text
  language sql immutable parallel safe
  return trim(regexp_replace(
    replace(replace(replace(replace(translate(lower(regexp_replace(normalize(written, NFKD),
      '[\u0027\u2019\u2018\u02bb\u02bc\u0060\u00b4\u0022\u200c\u200d'
      '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a'
      '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a'
      '\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b'
      '\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963'
      '\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03'
      '\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc'
      '\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44'
      '\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd'
      '\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63'
      '\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3'
      '\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83'
      '\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1'
      '\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87'
      '\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d'
      '\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753'
      '\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b'
      '\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44'
      '\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced'
      '\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f'
      '\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827'
      '\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983'
      '\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8'
      '\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f'
      '\ufe20-\ufe2f'
      ']', '', 'g')), 'øđðłı', 'oddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[^[:alnum:]]+', ' ', 'g'));

-- Chinese, Japanese, Thai and their neighbours write without spaces: of theirs every end is a word too, so
-- that one that begins within is found.
create function search_endings(folded text) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct substr(word, start, 40)
      from unnest(string_to_array(folded, ' ')) word
     cross join lateral generate_series(1, case when word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
       then least(length(word), 24) else 1 end) start
     where word <> '');

-- The words of a folded text. No subquery where it isn't needed: it is put in place of its call, 40 times as fast.
create function search_words(folded text) returns text[]
  language sql immutable parallel safe
  return case when folded ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
    then search_endings(folded) else array_remove(string_to_array(folded, ' '), '') end;

-- A word and what is left of it without one of its letters: two words that differ by one letter left out,
-- put in, changed or swapped with its neighbour have one of these in common.
create function search_slips(word text) returns text[]
  language sql immutable parallel safe
  return case when length(word) between 4 and 24 and word !~ '[0-9]'
    then array(select distinct overlay(word placing '' from at for 1) from generate_series(1, length(word)) at) || word
    else array[word] end;

create function search_slips_of(words text[]) returns text[]
  language sql immutable parallel safe
  return array(select distinct slip from unnest(words) word cross join lateral unnest(search_slips(word)) slip);

-- Restaurants by the words of their names, town and address, wherever they are. `restaurants_words` serves those near by.
create function restaurant_search_words(name_key text, also_key text, address text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(search_words(name_key || ' ' || also_key || ' ' || search_fold(address)));
create index restaurants_search on restaurants using gin (restaurant_search_words(name_key, also_key, address))
 where deleted_at is null and hidden_at is null;

-- Members by the words of their names, and by words nearly so.
create index users_search on users using gin (array_to_tsvector(search_words(search_fold(user_name))));
create index users_slips on users using gin (search_slips_of(search_words(search_fold(user_name))));

-- Dishes by the words of their names, alone and with their H3 cell of resolution 4 before them, and by those
-- of their restaurant after an '@'. A table of its own: each vote would write an index of `items` anew.
create table item_words (
  item_id integer primary key references items on delete cascade,
  words   tsvector not null
);
create index item_words_words on item_words using gin (words);

create function item_search_words(words text[], cell5 bigint, restaurant_words text[]) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(words
    || string_to_array(nullif(regexp_replace(array_to_string(words, ' '), '(^| )(?=.)',
         '\1' || to_hex((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) || '/', 'g'), ''), ' ')
    || string_to_array(nullif(regexp_replace(array_to_string(restaurant_words, ' '), '(^| )(?=.)', '\1@', 'g'), ''), ' '));

-- The words in use, to tell which one was meant: 1 of restaurants' names, 2 of their addresses, 3 of dishes.
-- Two at once may both bring a new word; a unique index would have one wait for the other.
create table search_vocabulary (
  word text not null,
  kind smallint not null
);
create index search_vocabulary_word on search_vocabulary (word text_pattern_ops, kind);
create index search_vocabulary_slips on search_vocabulary using gin (search_slips(word));

create function learn_words(words text[], of_kind smallint) returns void language plpgsql as $$
begin
  insert into search_vocabulary (word, kind)
  select word, of_kind from (select distinct unnest(words) as word) new
   where not exists (select 1 from search_vocabulary known where known.word = new.word and known.kind = of_kind);
end $$;

create function learn_restaurants() returns trigger language plpgsql as $$
begin
  perform learn_words(array(select unnest(search_words(name_key || ' ' || also_key)) from new_rows), 1::smallint);
  perform learn_words(array(select unnest(search_words(search_fold(address))) from new_rows), 2::smallint);
  return null;
end $$;
create trigger restaurants_learnt after insert on restaurants
  referencing new table as new_rows for each statement execute function learn_restaurants();

create function renew_item_words(changed integer[]) returns void language plpgsql as $$
begin
  insert into item_words (item_id, words)
  select i.id, item_search_words(search_words(search_fold(i.name)), i.cell5, search_words(r.name_key || ' ' || r.also_key))
    from items i join restaurants r on r.id = i.restaurant_id
   where i.id = any (changed) and i.deleted_at is null
  on conflict (item_id) do update set words = excluded.words where item_words.words <> excluded.words;
end $$;

create function learn_renamed_restaurant() returns trigger language plpgsql as $$
begin
  perform learn_words(search_words(new.name_key || ' ' || new.also_key), 1::smallint);
  perform learn_words(search_words(search_fold(new.address)), 2::smallint);
  if (old.name_key, old.also_key) is distinct from (new.name_key, new.also_key) then
    -- A statement of its own: names that change meanwhile are read after the lock.
    perform 1 from items where restaurant_id = new.id order by id for no key update;
    perform renew_item_words(array(select id from items where restaurant_id = new.id));
  end if;
  return null;
end $$;
create trigger restaurants_learnt_anew after update of name_key, also_key, address on restaurants
  for each row when ((old.name_key, old.also_key, old.address)
                     is distinct from (new.name_key, new.also_key, new.address))
  execute function learn_renamed_restaurant();

create function learn_item() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from item_words where item_id = new.id;
  else
    -- Nobody renames the restaurant before this dish can be seen.
    if tg_op = 'INSERT' or new.restaurant_id <> old.restaurant_id then
      perform 1 from restaurants where id = new.restaurant_id for share;
    end if;
    perform learn_words(search_words(search_fold(new.name)), 3::smallint);
    perform renew_item_words(array[new.id]);
  end if;
  return null;
end $$;
create trigger items_learnt after insert on items for each row execute function learn_item();
create trigger items_learnt_anew after update of name, cell5, restaurant_id, deleted_at on items
  for each row when ((old.name, old.cell5, old.restaurant_id, old.deleted_at)
                     is distinct from (new.name, new.cell5, new.restaurant_id, new.deleted_at))
  execute function learn_item();

-- What is there already.
create function learn_all() returns void language sql as $$
  delete from search_vocabulary;
  insert into search_vocabulary (word, kind)
    select distinct unnest(search_words(name_key || ' ' || also_key)), 1::smallint from restaurants where deleted_at is null
    union all
    select distinct unnest(search_words(search_fold(address))), 2::smallint from restaurants where deleted_at is null
    union all
    select distinct unnest(search_words(search_fold(name))), 3::smallint from items where deleted_at is null;
$$;
select learn_all();
insert into item_words (item_id, words)
  select i.id, item_search_words(search_words(search_fold(i.name)), i.cell5, search_words(r.name_key || ' ' || r.also_key))
    from items i join restaurants r on r.id = i.restaurant_id where i.deleted_at is null;
