-- The first favorite of each category in a city, and pairs of dishes of a restaurant that are probably the same.

-- The row of a city and category names the yolo that holds the place of the first one there. The triggers
-- `yolos_first_here` and `yolos_first_here_moved` write it (features/items/first-here.sql), and merging updates it. The
-- primary key decides between two yolos that are saved at once. Rows are never deleted. yolo_id isn't a foreign key,
-- because the row stays when its yolo is deleted: if the yolo is restored before another takes its place, it is the
-- first again. If the row's yolo is gone or may not be shown as the first, the next yolo that is saved in or moved to
-- that city and category gives the place to the oldest one that may be, even if that is a later one. Whether the mark
-- is shown is decided when it is read (rules: first here).
create table first_dishes (
  city_slug   text not null,
  category_id smallint not null references categories,
  yolo_id     integer not null,
  primary key (city_slug, category_id)
);
-- Deleted favorites from before this migration are unknown, so the oldest existing one counts as the first.
insert into first_dishes (city_slug, category_id, yolo_id)
select distinct on (r.city_slug, y.category_id) r.city_slug, y.category_id, y.id
  from yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
 where r.city_slug <> ''
 order by r.city_slug, y.category_id, y.created_at, y.id;
create index first_dishes_yolo on first_dishes (yolo_id);
update item_cards c set body = null, version = version + 1
  from first_dishes f join yolos y on y.id = f.yolo_id where c.item_id = y.item_id;

-- Pairs of dishes of one restaurant and category that a job found probably the same by their names
-- (docs/decisions/0058).
create table near_same_items (
  id         integer generated always as identity primary key,
  item_id    integer not null references items on delete cascade,
  other_id   integer not null references items on delete cascade check (other_id > item_id),
  -- How their names differ, which tells how likely they are the same dish.
  likeness   text not null check (likeness in ('spelling', 'typo')),
  found_at   timestamptz not null,
  -- When an admin merged them or decided that they are two dishes.
  settled_at timestamptz,
  unique (item_id, other_id)
);
create index near_same_items_other on near_same_items (other_id);
create index near_same_items_open on near_same_items (id) where settled_at is null;
alter table report_decisions
  drop constraint report_decisions_kind_check,
  add constraint report_decisions_kind_check
  check (kind in ('expired', 'closed', 'abuse', 'suspects', 'places', 'twins'));
