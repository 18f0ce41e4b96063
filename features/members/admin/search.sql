-- Null where nothing is left to look for. The parts have no quotes left.
create function words_beginning(typed text) returns tsquery language sql immutable parallel safe
  return (select string_agg('''' || part || ''':*', ' & ') from unnest(search_parts(typed)) part)::tsquery;
