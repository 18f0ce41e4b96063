-- Only words in use are looked for: those of a restaurant that comes back are again.
create or replace trigger restaurants_learnt_anew after update of name_key, also_key, address, deleted_at on restaurants
  for each row when ((old.name_key, old.also_key, old.address, old.deleted_at)
                     is distinct from (new.name_key, new.also_key, new.address, new.deleted_at))
  execute function learn_renamed_restaurant();
