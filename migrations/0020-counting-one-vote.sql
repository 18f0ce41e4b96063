-- What one vote costs: its count and its line in the log went through sets of rows made for many.

-- vote_count is the number of counted votes, whatever statement writes them: once per item and
-- statement, items by number. A favourite counts already: a statement that waited for its locks sees one
-- saved meanwhile only here.
create function count_new_votes() returns trigger language plpgsql as $$
declare
  change record;
begin
  if exists (select from new_rows n join yolos y on y.item_id = n.item_id and y.user_id = n.user_id) then
    raise check_violation using constraint = 'votes_not_own', message = 'a vote for one''s own favourite';
  end if;
  for change in select item_id, count(*) as votes from new_rows where counted group by item_id order by item_id
  loop
    update items set vote_count = vote_count + change.votes where id = change.item_id;
  end loop;
  return null;
end $$;
drop trigger votes_inserted on votes;
create trigger votes_inserted after insert on votes
  referencing new table as new_rows for each statement execute function count_new_votes();

-- Where it was and where it is: an item that moves leaves one list and enters another.
create function log_item() returns trigger language plpgsql as $$
begin
  insert into item_changes (item_id, category_id, cell5) values (new.id, new.category_id, new.cell5);
  if (old.category_id, old.cell5) is distinct from (new.category_id, new.cell5) then
    insert into item_changes (item_id, category_id, cell5) values (old.id, old.category_id, old.cell5);
  end if;
  return null;
end $$;
drop trigger items_logged_updated on items;
create trigger items_logged_updated after update on items for each row execute function log_item();
