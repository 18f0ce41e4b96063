-- Members' reports that an item is off the menu or a restaurant closed: one per member and item or restaurant. An
-- admin's decision deletes them.
create table item_reports (
  item_id    integer not null,
  user_id    integer not null,
  created_at timestamptz not null default now(),
  constraint item_reports_pkey primary key (item_id, user_id),
  constraint item_reports_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_reports_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index item_reports_user on item_reports (user_id);

create table restaurant_reports (
  restaurant_id integer not null,
  user_id       integer not null,
  created_at    timestamptz not null default now(),
  constraint restaurant_reports_pkey primary key (restaurant_id, user_id),
  constraint restaurant_reports_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint restaurant_reports_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index restaurant_reports_user on restaurant_reports (user_id);
