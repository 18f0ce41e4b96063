-- Returns a query for words that begin like the typed ones, or null if nothing is left to search for. `search_parts`
-- returns no quotes, so the parts need no escaping.
create function words_beginning(typed text) returns tsquery language sql immutable parallel safe
  return (select string_agg('''' || part || ''':*', ' & ') from unnest(search_parts(typed)) part)::tsquery;
