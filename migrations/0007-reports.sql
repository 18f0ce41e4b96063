-- Members' reports that an item is off the menu or a restaurant closed: one per member and item or restaurant. An
-- admin's decision deletes them.
create table item_reports (
  item_id    integer not null references items on delete cascade,
  user_id    integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index item_reports_user on item_reports (user_id);

create table restaurant_reports (
  restaurant_id integer not null references restaurants on delete cascade,
  user_id       integer not null references users on delete cascade,
  created_at    timestamptz not null default now(),
  primary key (restaurant_id, user_id)
);
create index restaurant_reports_user on restaurant_reports (user_id);
