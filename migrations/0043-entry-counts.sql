-- Reading `entries` only to count them takes long where there are many.
alter table contests add column entry_count integer generated always as (cardinality(entries)) stored;
