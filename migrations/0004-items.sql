create table categories (
  id   smallint primary key,
  name text not null
);
insert into categories (id, name) values
  (1, 'Entrees'), (2, 'Pizza'), (3, 'Burgers'), (4, 'Appetizers'), (5, 'Sides'), (6, 'Dessert'),
  (7, 'Breakfast'), (13, 'Handheld'), (14, 'Fast Food'), (8, 'Wine'), (9, 'Mixed Drinks'),
  (10, 'Beer'), (11, 'Coffee'), (12, 'Other Drinks');

create table items (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  category_id   smallint not null references categories,
  name          text not null check (char_length(name) between 1 and 300),
  -- Trimmed, NFKC, case-folded, spaces collapsed (decision 19).
  name_key      text not null,
  -- Copied from the restaurant, so that the ranking reads one index and nothing else.
  latitude      double precision not null,
  longitude     double precision not null,
  cell5         bigint not null,
  cell7         bigint not null,
  -- Kept by the triggers below; nobody else writes them.
  vote_count    integer not null default 0 check (vote_count >= 0),
  adjustment    integer not null default 0,
  upvote_count  integer not null generated always as (greatest(vote_count + adjustment, 0)) stored,
  yolo_count    integer not null default 0 check (yolo_count >= 0),
  newest_yolo_at timestamptz,
  tags          integer[] not null default '{}',
  hidden_at     timestamptz,
  confirmed_at  timestamptz,
  deleted_at    timestamptz,
  restaurant_hidden boolean not null default false,
  listed        boolean not null generated always as
                  (yolo_count > 0 and hidden_at is null and deleted_at is null and not restaurant_hidden) stored,
  created_at    timestamptz not null default now(),
  unique (id, category_id)
)
-- Votes move rows in three indexes: room for them on the page, and vacuum before the visibility
-- map goes stale (the ranking is index-only).
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_vacuum_cost_delay = 0);

create unique index items_name on items (restaurant_id, category_id, name_key) where deleted_at is null;

-- The order of decision 23: upvotes, yolos, newest yolo, id. `-id` turns the last one so that a page
-- continues by one row comparison.
create index items_rank_cell5 on items
  (category_id, cell5, upvote_count desc, yolo_count desc, newest_yolo_at desc, (-id) desc)
  include (id, latitude, longitude, tags) where listed;
create index items_rank_cell7 on items
  (category_id, cell7, upvote_count desc, yolo_count desc, newest_yolo_at desc, (-id) desc)
  include (id, latitude, longitude, tags) where listed;
create index items_rank_all on items
  (category_id, upvote_count desc, yolo_count desc, newest_yolo_at desc, (-id) desc)
  include (id, latitude, longitude, tags) where listed;

create table tags (
  id          smallint primary key,
  category_id smallint not null references categories,
  name        text not null,
  unique (id, category_id)
);

create table yolos (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  item_id     integer not null,
  category_id smallint not null,
  -- The quota: three places per member and category. User 20 has no quota and takes none.
  slot        smallint check (slot between 1 and 3),
  description text not null default '' check (char_length(description) <= 300),
  -- The name that user 20 typed; others show their own.
  shown_name  text check (char_length(shown_name) between 1 and 300),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz,
  check (slot is not null or user_id = 20),
  unique (user_id, item_id),
  unique (user_id, category_id, slot),
  foreign key (item_id, category_id) references items (id, category_id) on update cascade on delete cascade
);
-- Those that a card shows first: with a text, newest first.
create index yolos_shown on yolos (item_id, (description <> '') desc, created_at desc);
create index yolos_created on yolos (created_at);

create table yolo_tags (
  yolo_id integer not null references yolos on delete cascade,
  tag_id  smallint not null references tags,
  primary key (yolo_id, tag_id)
);

create table votes (
  item_id    integer not null references items on delete cascade,
  user_id    integer not null references users on delete cascade,
  -- False while set aside: its member stayed unverified for 7 days (decision 12).
  counted    boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index votes_user on votes (user_id, created_at desc);

create table item_reports (
  item_id    integer not null references items on delete cascade,
  user_id    integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index item_reports_user on item_reports (user_id);

-- upvoteCount = counted votes + adjustment, whoever writes a vote and however.
create function count_votes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.counted then update items set vote_count = vote_count + 1 where id = new.item_id; end if;
  elsif tg_op = 'DELETE' then
    if old.counted then update items set vote_count = vote_count - 1 where id = old.item_id; end if;
  elsif old.counted and not new.counted then
    update items set vote_count = vote_count - 1 where id = new.item_id;
  elsif new.counted and not old.counted then
    update items set vote_count = vote_count + 1 where id = new.item_id;
  end if;
  return null;
end $$;
create trigger votes_counted after insert or delete or update of counted on votes
  for each row execute function count_votes();

create function count_yolos() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.item_id = new.item_id then return null; end if;
  if tg_op <> 'INSERT' then
    update items set yolo_count = yolo_count - 1,
                     newest_yolo_at = (select max(created_at) from yolos where item_id = old.item_id)
     where id = old.item_id;
  end if;
  if tg_op <> 'DELETE' then
    update items set yolo_count = yolo_count + 1,
                     newest_yolo_at = greatest(newest_yolo_at, new.created_at)
     where id = new.item_id;
  end if;
  return null;
end $$;
create trigger yolos_counted after insert or delete or update of item_id on yolos
  for each row execute function count_yolos();

-- An item's tags are its yolos' tags together.
create function gather_item_tags(which integer) returns void language sql as $$
  update items set tags = found.tags
    from (select coalesce(array_agg(distinct yt.tag_id::integer order by yt.tag_id::integer), '{}') as tags
            from yolos y join yolo_tags yt on yt.yolo_id = y.id where y.item_id = which) found
   where id = which and items.tags is distinct from found.tags
$$;
create function gather_tags() returns trigger language plpgsql as $$
begin
  perform gather_item_tags(y.item_id) from yolos y
    where y.id = case when tg_op = 'DELETE' then old.yolo_id else new.yolo_id end;
  return null;
end $$;
create trigger yolo_tags_gathered after insert or delete on yolo_tags
  for each row execute function gather_tags();
-- The cascade from a deleted yolo finds no yolo any more: gather once more for its item.
create function gather_tags_after_yolo() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.item_id <> new.item_id then perform gather_item_tags(old.item_id); end if;
  if tg_op = 'UPDATE' and old.item_id <> new.item_id then perform gather_item_tags(new.item_id); end if;
  return null;
end $$;
create trigger yolos_tags_gathered after delete or update of item_id on yolos
  for each row execute function gather_tags_after_yolo();

-- A hidden or deleted restaurant takes its items out of the listings, and back.
create function hide_items_of_restaurant() returns trigger language plpgsql as $$
begin
  update items set restaurant_hidden = (new.hidden_at is not null or new.deleted_at is not null)
   where restaurant_id = new.id
     and restaurant_hidden <> (new.hidden_at is not null or new.deleted_at is not null);
  return null;
end $$;
create trigger restaurants_hidden after update of hidden_at, deleted_at on restaurants
  for each row execute function hide_items_of_restaurant();
