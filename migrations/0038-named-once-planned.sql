-- Search by words asks for rows by queries of many words and cells. To weigh what such a query finds takes the planner
-- longer than to find it, and there is one way to go: by the index of words. So that way is planned once for each
-- connection, within functions; what is done with the rows is planned where it is asked.

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
