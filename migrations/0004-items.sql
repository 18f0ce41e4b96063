-- Items (dishes and drinks), their categories and tags. docs/items.md says what updates which column.

-- The fixed categories of domain/vocabulary/categories.ts (rules: categories).
create table categories (
  id   smallint primary key,
  name text not null
);
insert into categories (id, name) values
  (1, 'Entrees'), (2, 'Pizza'), (3, 'Burgers'), (4, 'Appetizers'), (5, 'Sides'), (6, 'Dessert'),
  (7, 'Breakfast'), (13, 'Handheld'), (14, 'Fast Food'), (8, 'Wine'), (9, 'Mixed Drinks'),
  (10, 'Beer'), (11, 'Coffee'), (12, 'Other Drinks');

-- The fixed tags of domain/vocabulary/tags.data.ts (rules: tags); a test compares the two.
create table tags (
  id          smallint primary key,
  category_id smallint not null references categories,
  name        text not null,
  unique (id, category_id)
);
insert into tags (id, category_id, name) values
  (1, 1, 'American'), (2, 1, 'Chinese'), (3, 1, 'Ethiopian'), (4, 1, 'French'), (5, 1, 'Greek'),
  (6, 1, 'Indian'), (7, 1, 'Italian'), (8, 1, 'Japanese'), (9, 1, 'Korean'), (10, 1, 'Mediterranean'),
  (11, 1, 'Mexican'), (12, 1, 'Thai'), (13, 1, 'Vietnamese'), (14, 1, 'Beef'), (15, 1, 'Chicken'),
  (16, 1, 'Lamb'), (17, 1, 'Pork'), (18, 1, 'Seafood'), (19, 1, 'Vegetarian'), (20, 1, 'Vegan'),
  (21, 1, 'Gluten free'), (22, 1, 'Low sodium'), (23, 2, 'Neapolitan'), (24, 2, 'New York style'),
  (25, 2, 'Chicago deep dish'), (26, 2, 'Detroit style'), (27, 2, 'Sicilian'), (28, 2, 'Thin crust'),
  (29, 2, 'White pizza'), (30, 2, 'Margherita'), (31, 2, 'Pepperoni'), (32, 2, 'Vegetarian'),
  (33, 2, 'Gluten free'), (34, 2, 'Low sodium'), (35, 3, 'Cheeseburger'), (36, 3, 'Bacon'), (37, 3, 'Smash'),
  (38, 3, 'Stuffed'), (39, 3, 'Mushroom'), (40, 3, 'Turkey'), (41, 3, 'Bison'), (42, 3, 'Veggie'),
  (43, 3, 'Gluten free'), (44, 3, 'Low sodium'), (45, 4, 'Wings'), (46, 4, 'Nachos'), (47, 4, 'Dips'),
  (48, 4, 'Dumplings'), (49, 4, 'Spring rolls'), (50, 4, 'Fried'), (51, 4, 'Seafood'), (52, 4, 'Cheese'),
  (53, 4, 'Vegetarian'), (54, 4, 'Low sodium'), (55, 5, 'Fries'), (56, 5, 'Onion rings'),
  (57, 5, 'Mac and cheese'), (58, 5, 'Potatoes'), (59, 5, 'Rice'), (60, 5, 'Beans'), (61, 5, 'Salad'),
  (62, 5, 'Vegetables'), (63, 5, 'Low sodium'), (64, 6, 'Cake'), (65, 6, 'Pie'), (66, 6, 'Ice cream'),
  (67, 6, 'Cookies'), (68, 6, 'Chocolate'), (69, 6, 'Pastry'), (70, 6, 'Doughnuts'), (71, 6, 'Fruit'),
  (72, 6, 'Vegan'), (73, 7, 'Eggs'), (74, 7, 'Pancakes'), (75, 7, 'Waffles'), (76, 7, 'French toast'),
  (77, 7, 'Breakfast burrito'), (78, 7, 'Breakfast sandwich'), (79, 7, 'Bagel'), (80, 7, 'Vegetarian'),
  (81, 7, 'Low sodium'), (82, 13, 'Sandwich'), (83, 13, 'Taco'), (84, 13, 'Burrito'), (85, 13, 'Wrap'),
  (86, 13, 'Gyro'), (87, 13, 'Hot dog'), (88, 13, 'Banh mi'), (89, 13, 'Grilled cheese'),
  (90, 13, 'Vegetarian'), (91, 13, 'Low sodium'), (92, 14, 'Arby’s'), (93, 14, 'Burger King'),
  (94, 14, 'Chick-fil-A'), (95, 14, 'Chipotle'), (96, 14, 'Culver’s'), (97, 14, 'Dairy Queen'),
  (98, 14, 'Del Taco'), (99, 14, 'Domino’s'), (100, 14, 'Dunkin’'), (101, 14, 'El Pollo Loco'),
  (102, 14, 'Five Guys'), (103, 14, 'Hardee’s'), (104, 14, 'In-N-Out Burger'), (105, 14, 'Jack in the Box'),
  (106, 14, 'Jimmy John’s'), (107, 14, 'KFC'), (108, 14, 'Little Caesars'), (109, 14, 'McDonald’s'),
  (110, 14, 'Panda Express'), (111, 14, 'Pizza Hut'), (112, 14, 'Popeyes'), (113, 14, 'Raising Cane’s'),
  (114, 14, 'Shake Shack'), (115, 14, 'Sonic'), (116, 14, 'Starbucks'), (117, 14, 'Subway'),
  (118, 14, 'Taco Bell'), (119, 14, 'Wendy’s'), (120, 14, 'Whataburger'), (121, 14, 'White Castle'),
  (122, 14, 'Wingstop'), (123, 14, 'Burger'), (124, 14, 'Cheeseburger'), (125, 14, 'Chicken nuggets'),
  (126, 14, 'Chicken sandwich'), (127, 14, 'Fried chicken'), (128, 14, 'Wings'), (129, 14, 'Fish sandwich'),
  (130, 14, 'Roast beef'), (131, 14, 'Hot dog'), (132, 14, 'Corn dog'), (133, 14, 'Sub'), (134, 14, 'Wrap'),
  (135, 14, 'Taco'), (136, 14, 'Burrito'), (137, 14, 'Quesadilla'), (138, 14, 'Nachos'), (139, 14, 'Pizza'),
  (140, 14, 'Noodles'), (141, 14, 'Rice bowl'), (142, 14, 'Salad'), (143, 14, 'Soup'), (144, 14, 'Fries'),
  (145, 14, 'Onion rings'), (146, 14, 'Breakfast'), (147, 14, 'Biscuit'), (148, 14, 'Ice cream'),
  (149, 14, 'Milkshake'), (150, 14, 'Doughnut'), (151, 14, 'Low sodium');

create table items (
  id                integer generated always as identity primary key,
  restaurant_id     integer not null references restaurants on delete cascade,
  category_id       smallint not null references categories,
  name              text not null check (char_length(name) between 1 and 300),
  -- Trimmed, NFKC, case-folded, spaces collapsed (rules: item names).
  name_key          text not null,
  -- Copied from the restaurant, so that the ranking reads only one index. So are `price_level`, `open_minutes` and
  -- `time_zone` below.
  latitude          double precision not null,
  longitude         double precision not null,
  cell5             bigint not null,
  restaurant_hidden boolean not null default false,
  -- The next five columns are computed from votes, yolos, their tags and reports, mostly by triggers on these.
  vote_count        integer not null default 0 check (vote_count >= 0),
  yolo_count        integer not null default 0 check (yolo_count >= 0),
  newest_yolo_at    timestamptz,
  tags              integer[] not null default '{}',
  hidden_at         timestamptz,
  -- What admins and user 20 add to the votes (rules: adjustments): `after` of the newest row in `adjustments`.
  adjustment        integer not null default 0,
  upvote_count      integer not null generated always as (greatest(vote_count + adjustment, 0)) stored,
  confirmed_at      timestamptz,
  created_at        timestamptz not null default now(),
  deleted_at        timestamptz,
  -- The item that this one was merged into, because both are the same (rules: merging). This row stays, marked as
  -- deleted, and links to it redirect. If that item is merged too, this column changes to the one it was merged into.
  merged_into       integer references items on delete cascade,
  -- Whether a dish saved under this merged item's name goes to the item that it was merged into. False once that item
  -- is renamed or moves to another category.
  name_leads        boolean not null default true,
  listed            boolean not null generated always as
                  (yolo_count > 0 and hidden_at is null and deleted_at is null and not restaurant_hidden) stored,
  counted_yolos     integer not null default 0,
  -- Never null, so that the next page can begin after an item that has no counted yolo.
  newest_counted_at timestamptz not null default 'epoch',
  price_level       smallint,
  -- `open_minutes` and `time_zone` are both null or both set.
  open_minutes      int4multirange,
  time_zone         text,
  -- Number of this week's votes and favorites. Kept by triggers, and recounted by the job that advances the start of
  -- the week in `trending_window`.
  trending          integer not null default 0 check (trending >= 0),
  unique (id, category_id),
  constraint items_merged_are_gone check (merged_into is null or deleted_at is not null),
  constraint items_counted_yolos_check check (counted_yolos between 0 and yolo_count),
  constraint items_hours_with_zone check ((open_minutes is null) = (time_zone is null))
)
-- Each vote writes a new version of its item's row, so pages have free space for new versions. Vacuum runs often, so
-- that the visibility map stays current, because the ranking reads only indexes.
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_vacuum_cost_delay = 0);
create unique index items_name on items (restaurant_id, category_id, name_key) where deleted_at is null;
create index items_restaurant on items (restaurant_id);
create index items_merged on items (merged_into) where merged_into is not null;
create index items_former_names on items (restaurant_id, category_id, name_key) where merged_into is not null;
create index items_trending_cell5 on items
  (category_id, cell5, trending desc, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  where listed and trending > 0;
create index items_trending_all on items
  (category_id, trending desc, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  where listed and trending > 0;
create index items_rank_cell5 on items
  (category_id, cell5, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  include (id, latitude, longitude, tags, price_level, trending) where listed;
create index items_rank_all on items
  (category_id, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  include (id, latitude, longitude, tags, price_level, trending) where listed;

-- The history of items.adjustment (rules: adjustments). A row stays when the account that made it is deleted.
create table adjustments (
  id         bigint generated always as identity primary key,
  item_id    integer not null references items on delete cascade,
  actor_id   integer not null,
  -- The admin who acted in the actor's name; null if none did.
  through_id integer,
  at         timestamptz not null,
  before     integer not null,
  after      integer not null check (after <> before)
);
create index adjustments_item on adjustments (item_id, id desc);
create index adjustments_actor on adjustments (actor_id);
create index adjustments_through on adjustments (through_id) where through_id is not null;
