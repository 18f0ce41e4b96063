create function item_search_words(words text[], cell5 bigint, restaurant_words text[]) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(words
    || string_to_array(nullif(regexp_replace(array_to_string(words, ' '), '(^| )(?=.)',
         '\1' || to_hex((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) || '/', 'g'), ''), ' ')
    || string_to_array(nullif(regexp_replace(array_to_string(restaurant_words, ' '), '(^| )(?=.)', '\1@', 'g'), ''), ' '));

-- Only listed items have words here: search takes a limited number of items by their words, so others would keep listed
-- ones from being found.
create function renew_item_words(changed integer[]) returns void language plpgsql as $$
begin
  insert into item_words (item_id, words)
  select i.id, item_search_words(search_words(search_fold(i.name)), i.cell5, search_words(r.name_key || ' ' || r.also_key))
    from items i join restaurants r on r.id = i.restaurant_id
   where i.id = any (changed) and i.listed
  on conflict (item_id) do update set words = excluded.words where item_words.words <> excluded.words;
end $$;

-- The words of a folded text that are kept in the vocabulary: those of its first `most` words. A text without spaces has
-- many (see search_endings), so at most three times as many in all, the longest first.
create function words_to_learn(folded text, most integer) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  words text[] := search_words(array_to_string((string_to_array(folded, ' '))[:most], ' '));
begin
  if cardinality(words) <= 3 * most then
    return words;
  end if;
  return array(select word from unnest(words) word order by length(word) desc, word limit 3 * most);
end $$;
create function dish_words_to_learn(name text) returns text[] language sql immutable parallel safe
  return words_to_learn(search_fold(name), 16);
create function restaurant_words_to_learn(name_key text, also_key text) returns text[] language sql immutable parallel safe
  return words_to_learn(name_key || ' ' || also_key, 32);
create function address_words_to_learn(address text) returns text[] language sql immutable parallel safe
  return words_to_learn(search_fold(address), 32);

-- The lock makes forget_words wait for this transaction, so that it doesn't delete a word that this one relies on. A
-- statement of its own, so that the next one sees what was deleted before the lock was granted.
create function learn_words(words text[], of_kind smallint) returns void language plpgsql as $$
begin
  lock table search_vocabulary in row exclusive mode;
  insert into search_vocabulary (word, kind)
  select word, of_kind from (select distinct unnest(words) as word) new
   where not exists (select 1 from search_vocabulary known where known.word = new.word and known.kind = of_kind);
end $$;

-- The restaurant can't be renamed before this item is visible to others, because items_facts has locked it.
create function learn_item() returns trigger language plpgsql as $$
begin
  if new.listed then
    perform learn_words(dish_words_to_learn(new.name), 3::smallint);
    perform renew_item_words(array[new.id]);
  else
    delete from item_words where item_id = new.id;
  end if;
  return null;
end $$;
create trigger items_learnt after insert on items for each row when (new.listed) execute function learn_item();
create trigger items_learnt_anew after update of name, cell5, restaurant_id, listed on items
  for each row when ((old.listed or new.listed)
                     and (old.name, old.cell5, old.restaurant_id, old.listed)
                         is distinct from (new.name, new.cell5, new.restaurant_id, new.listed))
  execute function learn_item();

-- All words of the name, since those after the first sixteen may be all that kept another name's words in use.
create function drop_item_words() returns trigger language plpgsql as $$
begin
  insert into dropped_words select unnest(search_words(search_fold(old.name)));
  return null;
end $$;
create trigger items_words_dropped after update of name, listed on items
  for each row when (old.listed and (old.name <> new.name or not new.listed)) execute function drop_item_words();
create trigger items_words_gone after delete on items
  for each row when (old.listed) execute function drop_item_words();

create function learn_restaurants() returns trigger language plpgsql as $$
begin
  perform learn_words(array(select unnest(restaurant_words_to_learn(name_key, also_key)) from new_rows
                             where deleted_at is null and hidden_at is null and not unconfirmed), 1::smallint);
  perform learn_words(array(select unnest(address_words_to_learn(address)) from new_rows
                             where deleted_at is null and hidden_at is null and not unconfirmed), 2::smallint);
  return null;
end $$;
create trigger restaurants_learnt after insert on restaurants
  referencing new table as new_rows for each statement execute function learn_restaurants();

create function learn_changed_restaurant() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and old.hidden_at is null and not old.unconfirmed then
    insert into dropped_words
      select unnest(search_words(old.name_key || ' ' || old.also_key) || search_words(search_fold(old.address)));
  end if;
  if new.deleted_at is null and new.hidden_at is null and not new.unconfirmed then
    perform learn_words(restaurant_words_to_learn(new.name_key, new.also_key), 1::smallint);
    perform learn_words(address_words_to_learn(new.address), 2::smallint);
  end if;
  if (old.name_key, old.also_key) is distinct from (new.name_key, new.also_key) then
    -- A separate statement, so that the next one sees names that changed while this one waited for its locks.
    perform 1 from items where restaurant_id = new.id order by id for no key update;
    perform renew_item_words(array(select id from items where restaurant_id = new.id));
  end if;
  return null;
end $$;
create trigger restaurants_learnt_anew after update of name_key, also_key, address, hidden_at, deleted_at, unconfirmed on restaurants
  for each row when ((old.name_key, old.also_key, old.address, old.hidden_at is null, old.unconfirmed, old.deleted_at is null)
                     is distinct from (new.name_key, new.also_key, new.address, new.hidden_at is null, new.unconfirmed, new.deleted_at is null))
  execute function learn_changed_restaurant();

-- Rebuilds the vocabulary from all restaurants and dishes that can be found.
create function learn_all() returns void language sql as $$
  delete from search_vocabulary;
  insert into search_vocabulary (word, kind)
    select distinct unnest(restaurant_words_to_learn(name_key, also_key)), 1::smallint from restaurants
     where deleted_at is null and hidden_at is null and not unconfirmed
    union all
    select distinct unnest(address_words_to_learn(address)), 2::smallint from restaurants
     where deleted_at is null and hidden_at is null and not unconfirmed
    union all
    select distinct unnest(dish_words_to_learn(name)), 3::smallint from items where listed;
$$;

-- Returns those of the words, each with its kind, that nothing found by search has any more.
create function words_without_use(words text[], kinds smallint[]) returns table (word text, kind smallint)
  language plpgsql stable rows 100
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select w.word, w.kind from unnest(words, kinds) w (word, kind)
     where case w.kind
       when 3 then not exists (select from item_words i where i.words @@ quote_literal(w.word)::tsquery)
       else not exists (
         select from restaurants r
          where r.deleted_at is null and r.hidden_at is null and not r.unconfirmed
            and restaurant_search_words(r.name_key, r.also_key, r.address) @@ quote_literal(w.word)::tsquery)
       end;
end $$;

-- Deletes from the vocabulary what nothing has any more of up to `most` dropped words, and returns how many of these it
-- took. A common word takes long to look up, so all are looked up before the lock, which keeps others from learning
-- words. Those without use are looked up again under it, because one might have been learnt meanwhile.
create function forget_words(most integer) returns integer
  language plpgsql set lock_timeout = '500ms' as $$
declare
  taken text[];
  words text[];
  kinds smallint[];
begin
  with gone as (
    delete from dropped_words
     where ctid = any (array(select ctid from dropped_words limit most for update skip locked)) returning word)
  select array_agg(word) into taken from gone;
  select array_agg(v.word), array_agg(v.kind) into words, kinds
    from (select distinct word, kind from search_vocabulary where word = any (taken)) v;
  select array_agg(w.word), array_agg(w.kind) into words, kinds from words_without_use(words, kinds) w;
  if cardinality(words) > 0 then
    lock table search_vocabulary in share row exclusive mode;
    delete from search_vocabulary v using words_without_use(words, kinds) w where v.word = w.word and v.kind = w.kind;
  end if;
  return coalesce(cardinality(taken), 0);
end $$;

create function items_named(asked tsquery[], most integer) returns setof integer
  language plpgsql stable parallel safe rows 100
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select item_id from item_words where words @@ any (asked) limit most;
end $$;

create function restaurants_named_near(asked tsquery[]) returns setof integer
  language plpgsql stable parallel safe rows 100
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select id from restaurants
    where deleted_at is null and hidden_at is null and not unconfirmed
      and restaurant_words(cell5, name_key || ' ' || also_key) @@ any (asked);
end $$;

create function restaurants_named(asked tsquery, most integer) returns setof integer
  language plpgsql stable parallel safe rows 100
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select id from restaurants
    where deleted_at is null and hidden_at is null and not unconfirmed
      and restaurant_search_words(name_key, also_key, address) @@ asked limit most;
end $$;

-- Returns the words in use that have one of these slips, or whose sounds have one of these sound slips (see
-- search_slips). At most 1,000 of each, so that a query can't be made expensive by saving many similar words; the oldest
-- usually come first. A long query has thousands of slips, for which the planner would rather compare all words one by one
-- and take minutes, so sequential scans are off.
create function words_near(slips text[], sound_slips text[])
  returns table (word text, kind smallint, sound text, since timestamptz)
  language plpgsql stable parallel safe rows 20
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query
    (select v.word, v.kind, v.sound, v.since from search_vocabulary v where search_slips(v.word) && slips limit 1000)
    union
    (select v.word, v.kind, v.sound, v.since from search_vocabulary v
      where v.sound > '' and search_slips(v.sound) && sound_slips limit 1000);
end $$;
