-- What someone has typed of a name begins thousands of names in a large city. Close by they are found by walking the
-- cells round the point: the index holds all that is asked of them, so that only the ones shown are read.
create index restaurants_around on restaurants (cell7) include (id, latitude, longitude, name_key, name_en)
 where deleted_at is null and hidden_at is null;

-- Those that are named just so, wherever near by they are: branches of a chain are tens of thousands.
create index restaurants_named_so on restaurants (name_key text_pattern_ops, cell5);
drop index restaurants_name;
