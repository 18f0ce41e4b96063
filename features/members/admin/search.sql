-- Returns null if nothing is left to search for. The parts contain no quotes, so they need no escaping.
create function words_beginning(typed text) returns tsquery language sql immutable parallel safe
  return (select string_agg('''' || part || ''':*', ' & ') from unnest(search_parts(typed)) part)::tsquery;
