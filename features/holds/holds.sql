create function keep_held() returns trigger language plpgsql as $$
declare members integer[] := '{}';
begin
  if tg_op <> 'DELETE' then members := array(select user_id from new_rows); end if;
  if tg_op <> 'INSERT' then members := members || array(select user_id from old_rows); end if;
  -- Locked first: of two at once the second sees what the first did.
  perform 1 from users where id = any (members) order by id for no key update;
  update users u set held_at = h.held_at
    from users o left join holds h on h.user_id = o.id and h.released_at is null
   where o.id = any (members) and u.id = o.id and u.held_at is distinct from h.held_at;
  return null;
end $$;
create trigger holds_inserted after insert on holds
  referencing new table as new_rows for each statement execute function keep_held();
create trigger holds_deleted after delete on holds
  referencing old table as old_rows for each statement execute function keep_held();
create trigger holds_updated after update on holds
  referencing old table as old_rows new table as new_rows for each statement execute function keep_held();

-- Who saves holds their own row, so that a hold waits for it; what comes back from a deletion is as its member is.
create function weigh_new_yolo() returns trigger language plpgsql as $$
begin
  select held_at is null into new.counted from users where id = new.user_id for share;
  new.counted := coalesce(new.counted, true);
  return new;
end $$;
create trigger yolos_weighed before insert on yolos for each row execute function weigh_new_yolo();
