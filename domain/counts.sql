-- Keeps the counts of votes and yolos on items, and their tags, up to date. Each trigger runs once per statement and
-- locks items in the order of their ids, so that two statements can't deadlock. A value that depends on all yolos of an
-- item is read by a statement that starts after the lock, so that it sees the yolos that another transaction deleted,
-- moved or tagged meanwhile.

-- Adds new votes to vote_count and trending, whichever statement inserts them. It also refuses a vote for the member's
-- own favorite. Only a check after the insert sees a favorite that was saved while the inserting statement waited for
-- its locks.
create function count_new_votes() returns trigger language plpgsql as $$
declare
  change record;
begin
  if exists (select from new_rows n join yolos y on y.item_id = n.item_id and y.user_id = n.user_id) then
    raise check_violation using constraint = 'votes_not_own', message = 'a vote for one''s own favourite';
  end if;
  for change in
    select n.item_id, count(*) as votes,
           count(*) filter (where not u.hidden and exists (
             select from votes_of_week w where w.item_id = n.item_id and w.user_id = n.user_id)) as recent
      from new_rows n join users u on u.id = n.user_id where n.counted group by n.item_id order by n.item_id
  loop
    update items set vote_count = vote_count + change.votes, trending = trending + change.recent
     where id = change.item_id;
  end loop;
  return null;
end $$;
create trigger votes_inserted after insert on votes
  referencing new table as new_rows for each statement execute function count_new_votes();

-- Handles deleted and changed votes. It recounts trending instead of adjusting it, because the old rows don't say
-- whether their members were hidden when the votes were counted.
create function count_votes() returns trigger language plpgsql as $$
declare
  gains  integer[] := '{}';
  losses integer[] := '{}';
  recent integer[];
  change record;
begin
  recent := array(select item_id from old_rows where created_at >= (select since from trending_window));
  losses := array(select item_id from old_rows where counted);
  if tg_op = 'UPDATE' then
    gains := array(select item_id from new_rows where counted);
    recent := recent || array(select item_id from new_rows where created_at >= (select since from trending_window));
  end if;
  for change in
    select item_id, sum(votes) as votes, item_id = any (recent) as recent
      from (select unnest(gains), 1 union all select unnest(losses), -1) as moved (item_id, votes)
     group by item_id having sum(votes) <> 0 or item_id = any (recent) order by item_id
  loop
    perform 1 from items where id = change.item_id for no key update;
    update items
       set vote_count = vote_count + change.votes,
           trending = case when change.recent then trending_of(id) else trending end
     where id = change.item_id
       and (change.votes <> 0 or trending <> trending_of(id));
  end loop;
  return null;
end $$;
create trigger votes_deleted after delete on votes
  referencing old table as old_rows for each statement execute function count_votes();
create trigger votes_updated after update on votes
  referencing old table as old_rows new table as new_rows for each statement execute function count_votes();

-- Returns the ids of an item's tags in ascending order. Only yolos of members who are shown count: those of verified ones,
-- else of unverified ones, and only where all are held, of these, because otherwise everyone would see who is held. A tag
-- needs a quarter of the members who gave any tag, and two members or one of the first two who saved the item, so that
-- one account can't label the dish of many.
create function item_tags(item integer) returns integer[] language sql stable as $$
  with shown as (
    select y.id, coalesce(y.moved_at, y.created_at) as since,
           case when u.held_at is not null then 3 when u.email_verified_at is null then 2 else 1 end as tier
      from yolos y join users u on u.id = y.user_id
     where y.item_id = item and not u.hidden),
  weighed as (
    select id, row_number() over (order by since, id) as place
      from shown where tier = (select min(tier) from shown)),
  given as (
    select w.id, w.place, t.tag_id::integer as tag from weighed w join yolo_tags t on t.yolo_id = w.id),
  counting as (
    select tag from given group by tag
    having count(*) * 4 >= (select count(distinct id) from given) and (count(*) >= 2 or min(place) <= 2))
  select coalesce(array_agg(tag order by tag), '{}') from counting
$$;

create function count_yolos() returns trigger language plpgsql as $$
declare
  gains         integer[] := '{}';
  losses        integer[] := '{}';
  weight_gains  integer[] := '{}';
  weight_losses integer[] := '{}';
  change        record;
begin
  if tg_op = 'INSERT' then
    gains := array(select item_id from new_rows);
    weight_gains := array(select item_id from new_rows where counted);
  elsif tg_op = 'DELETE' then
    losses := array(select item_id from old_rows);
    weight_losses := array(select item_id from old_rows where counted);
  else
    select array_agg(n.item_id) filter (where n.item_id <> o.item_id),
           array_agg(o.item_id) filter (where n.item_id <> o.item_id),
           array_agg(n.item_id) filter (where n.counted), array_agg(o.item_id) filter (where o.counted)
      into gains, losses, weight_gains, weight_losses
      from new_rows n join old_rows o using (id) where (n.item_id, n.counted) is distinct from (o.item_id, o.counted);
  end if;
  for change in
    select item_id, sum(yolos) as yolos, sum(weight) as weight
      from (select unnest(gains), 1, 0 union all select unnest(losses), -1, 0
            union all select unnest(weight_gains), 0, 1 union all select unnest(weight_losses), 0, -1)
        as moved (item_id, yolos, weight)
     group by item_id order by item_id
  loop
    perform 1 from items where id = change.item_id for no key update;
    if tg_op = 'INSERT' then
      -- A yolo without tags yet can only make tags go.
      update items
         set yolo_count = yolo_count + change.yolos,
             counted_yolos = counted_yolos + change.weight,
             trending = trending + (
               select count(*) from new_rows n join users u on u.id = n.user_id
                where n.item_id = change.item_id and n.counted and not u.hidden
                  and n.created_at >= (select since from trending_window)),
             newest_yolo_at = greatest(newest_yolo_at,
               (select max(created_at) from new_rows where item_id = change.item_id)),
             newest_counted_at = greatest(newest_counted_at,
               (select max(created_at) from new_rows where item_id = change.item_id and counted)),
             tags = case when tags = '{}' then tags else item_tags(change.item_id) end
       where id = change.item_id;
    else
      update items
         set yolo_count = yolo_count + change.yolos,
             counted_yolos = counted_yolos + change.weight,
             trending = trending_of(change.item_id),
             newest_yolo_at = (select max(created_at) from yolos where item_id = change.item_id),
             newest_counted_at = coalesce(
               (select max(created_at) from yolos where item_id = change.item_id and counted), 'epoch'),
             tags = item_tags(change.item_id)
       where id = change.item_id;
    end if;
  end loop;
  return null;
end $$;
create trigger yolos_inserted after insert on yolos
  referencing new table as new_rows for each statement execute function count_yolos();
create trigger yolos_deleted after delete on yolos
  referencing old table as old_rows for each statement execute function count_yolos();
create trigger yolos_updated after update on yolos
  referencing old table as old_rows new table as new_rows for each statement execute function count_yolos();

-- Updates the tags of these items in the order of their ids.
create function gather_tags_of(which integer[]) returns void language plpgsql as $$
declare
  item     integer;
  gathered integer[];
begin
  for item in select id from items where id = any (which) order by id loop
    perform 1 from items where id = item for no key update;
    gathered := item_tags(item);
    update items set tags = gathered where id = item and tags is distinct from gathered;
  end loop;
end $$;

-- Updates the tags of the items whose yolos' tags changed. If the tags were deleted together with their yolo, the yolo
-- isn't found; count_yolos updates the item's tags then.
create function gather_tags() returns trigger language plpgsql as $$
declare
  tagged integer[];
begin
  if tg_op = 'INSERT' then
    tagged := array(select yolo_id from new_rows);
  else
    tagged := array(select yolo_id from old_rows);
  end if;
  perform gather_tags_of(array(select item_id from yolos where id = any (tagged)));
  return null;
end $$;
create trigger yolo_tags_inserted after insert on yolo_tags
  referencing new table as new_rows for each statement execute function gather_tags();
create trigger yolo_tags_deleted after delete on yolo_tags
  referencing old table as old_rows for each statement execute function gather_tags();

-- When a member verifies their email, or is hidden or shown again, updates the tags of the items that they saved. At
-- a hold, count_yolos does that, because `counted` of the yolos changes after held_at.
create function gather_tags_of_member() returns trigger language plpgsql as $$
begin
  perform gather_tags_of(array(select item_id from yolos where user_id = new.id));
  return null;
end $$;
create trigger users_tags after update of email_verified_at, disabled_at, taken_down_at on users
  for each row when ((old.email_verified_at is null, old.hidden) is distinct from (new.email_verified_at is null, new.hidden))
  execute function gather_tags_of_member();
