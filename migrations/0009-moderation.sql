-- What waits for an admin's decision, and what was decided (rules: moderation).
create table cases (
  id          integer generated always as identity primary key,
  kind        text not null check (kind in ('text', 'photo', 'member', 'restaurant', 'item', 'closed', 'activity')),
  -- The id of the yolo (text, photo), member, restaurant (also 'closed' and 'activity') or item.
  subject_id  integer not null,
  -- The accounts of suspicious activity.
  accounts    integer[] not null default '{}',
  opened_at   timestamptz not null,
  closed_at   timestamptz,
  decision    text check (decision in ('remove', 'dismiss')),
  reason      text not null default '' check (char_length(reason) <= 500),
  decided_by  integer,
  -- When an admin undid the removal.
  restored_at timestamptz,
  -- The subject while the case is open. An open case is deleted with its subject, and a closed one stays.
  yolo_id       integer generated always as (case when closed_at is null and kind in ('text', 'photo') then subject_id end) stored references yolos on delete cascade,
  user_id       integer generated always as (case when closed_at is null and kind = 'member' then subject_id end) stored references users on delete cascade,
  item_id       integer generated always as (case when closed_at is null and kind = 'item' then subject_id end) stored references items on delete cascade,
  restaurant_id integer generated always as (case when closed_at is null and kind in ('restaurant', 'closed', 'activity') then subject_id end) stored references restaurants on delete cascade,
  constraint cases_closed_check check ((closed_at is null) = (decision is null))
);
create unique index cases_open on cases (kind, subject_id) where closed_at is null;
create index cases_yolo on cases (yolo_id) where yolo_id is not null;
create index cases_user on cases (user_id) where user_id is not null;
create index cases_item on cases (item_id) where item_id is not null;
create index cases_restaurant on cases (restaurant_id) where restaurant_id is not null;
create index cases_of_subject on cases (kind, subject_id);
create index cases_closed on cases (closed_at) where closed_at is not null;

create table case_reports (
  case_id     integer not null references cases on delete cascade,
  reporter_id integer not null references users on delete cascade,
  reason      text not null,
  words       text not null default '' check (char_length(words) <= 300),
  created_at  timestamptz not null,
  primary key (case_id, reporter_id)
);
create index case_reports_reporter on case_reports (reporter_id);
