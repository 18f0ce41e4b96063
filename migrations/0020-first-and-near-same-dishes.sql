-- Which favorite was the first of its category in a city, and dishes of a restaurant that probably are one.

-- Made by the trigger `yolos_first_here` and never deleted, so that the key decides who is first and nobody follows: it
-- isn't a reference, and stays when the yolo goes. Whether it is shown is decided when it is read (rules: first here).
create table first_dishes (
  city_slug   text not null,
  category_id smallint not null references categories,
  yolo_id     integer not null,
  primary key (city_slug, category_id)
);
-- Of the favorites from before nobody knows more than which of those that stand is the oldest.
insert into first_dishes (city_slug, category_id, yolo_id)
select distinct on (r.city_slug, y.category_id) r.city_slug, y.category_id, y.id
  from yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
 where r.city_slug <> ''
 order by r.city_slug, y.category_id, y.created_at, y.id;
create index first_dishes_yolo on first_dishes (yolo_id);
update item_cards c set body = null, version = version + 1
  from first_dishes f join yolos y on y.id = f.yolo_id where c.item_id = y.item_id;

-- Pairs of dishes of one restaurant and category whose names probably mean the same (docs/decisions/0058): found by a job.
create table near_same_items (
  id         integer generated always as identity primary key,
  item_id    integer not null references items on delete cascade,
  other_id   integer not null references items on delete cascade check (other_id > item_id),
  -- By what their names differ: from this follows how likely they are one dish.
  likeness   text not null check (likeness in ('spelling', 'typo')),
  found_at   timestamptz not null,
  -- An admin merged them or said that they are two.
  settled_at timestamptz,
  unique (item_id, other_id)
);
create index near_same_items_other on near_same_items (other_id);
create index near_same_items_open on near_same_items (id) where settled_at is null;
alter table report_decisions
  drop constraint report_decisions_kind_check,
  add constraint report_decisions_kind_check
  check (kind in ('expired', 'closed', 'abuse', 'suspects', 'places', 'twins'));
