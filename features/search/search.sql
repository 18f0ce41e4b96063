create function item_search_words(words text[], cell5 bigint, restaurant_words text[]) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(words
    || string_to_array(nullif(regexp_replace(array_to_string(words, ' '), '(^| )(?=.)',
         '\1' || to_hex((cell5 & ~(15::bigint << 52)) | (4::bigint << 52) | (7::bigint << 30)) || '/', 'g'), ''), ' ')
    || string_to_array(nullif(regexp_replace(array_to_string(restaurant_words, ' '), '(^| )(?=.)', '\1@', 'g'), ''), ' '));

create function renew_item_words(changed integer[]) returns void language plpgsql as $$
begin
  insert into item_words (item_id, words)
  select i.id, item_search_words(search_words(search_fold(i.name)), i.cell5, search_words(r.name_key || ' ' || r.also_key))
    from items i join restaurants r on r.id = i.restaurant_id
   where i.id = any (changed) and i.deleted_at is null
  on conflict (item_id) do update set words = excluded.words where item_words.words <> excluded.words;
end $$;

create function learn_words(words text[], of_kind smallint) returns void language plpgsql as $$
begin
  insert into search_vocabulary (word, kind)
  select word, of_kind from (select distinct unnest(words) as word) new
   where not exists (select 1 from search_vocabulary known where known.word = new.word and known.kind = of_kind);
end $$;

create function learn_item() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from item_words where item_id = new.id;
  else
    -- Lock the restaurant, so that it can't be renamed before this dish is visible to others.
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

create function learn_restaurants() returns trigger language plpgsql as $$
begin
  perform learn_words(array(select unnest(search_words(name_key || ' ' || also_key)) from new_rows), 1::smallint);
  perform learn_words(array(select unnest(search_words(search_fold(address))) from new_rows), 2::smallint);
  return null;
end $$;
create trigger restaurants_learnt after insert on restaurants
  referencing new table as new_rows for each statement execute function learn_restaurants();

create function learn_renamed_restaurant() returns trigger language plpgsql as $$
begin
  perform learn_words(search_words(new.name_key || ' ' || new.also_key), 1::smallint);
  perform learn_words(search_words(search_fold(new.address)), 2::smallint);
  if (old.name_key, old.also_key) is distinct from (new.name_key, new.also_key) then
    -- A separate statement, so that the next one sees names that changed while this one waited for its locks.
    perform 1 from items where restaurant_id = new.id order by id for no key update;
    perform renew_item_words(array(select id from items where restaurant_id = new.id));
  end if;
  return null;
end $$;

-- Also fires on deleted_at: search uses only words in use, so the words of a restored restaurant are added again.
create trigger restaurants_learnt_anew after update of name_key, also_key, address, deleted_at on restaurants
  for each row when ((old.name_key, old.also_key, old.address, old.deleted_at)
                     is distinct from (new.name_key, new.also_key, new.address, new.deleted_at))
  execute function learn_renamed_restaurant();

-- Rebuilds the vocabulary from all existing restaurants and dishes.
create function learn_all() returns void language sql as $$
  delete from search_vocabulary;
  insert into search_vocabulary (word, kind)
    select distinct unnest(search_words(name_key || ' ' || also_key)), 1::smallint from restaurants where deleted_at is null
    union all
    select distinct unnest(search_words(search_fold(address))), 2::smallint from restaurants where deleted_at is null
    union all
    select distinct unnest(search_words(search_fold(name))), 3::smallint from items where deleted_at is null;
$$;

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
    where deleted_at is null and hidden_at is null
      and restaurant_words(cell5, name_key || ' ' || also_key) @@ any (asked);
end $$;

create function restaurants_named(asked tsquery, most integer) returns setof integer
  language plpgsql stable parallel safe rows 100
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select id from restaurants
    where deleted_at is null and hidden_at is null
      and restaurant_search_words(name_key, also_key, address) @@ asked limit most;
end $$;

-- Returns the words in use that have one of these slips, or whose sounds have one of these sound slips (see
-- search_slips). A long query has thousands of slips, for which the planner would rather compare all words one by one
-- and take minutes, so sequential scans are off.
create function words_near(slips text[], sound_slips text[])
  returns table (word text, kind smallint, sound text)
  language plpgsql stable parallel safe rows 20
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select v.word, v.kind, v.sound from search_vocabulary v where search_slips(v.word) && slips
    union
    select v.word, v.kind, v.sound from search_vocabulary v where v.sound > '' and search_slips(v.sound) && sound_slips;
end $$;
