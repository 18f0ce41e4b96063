-- What waits for an admin's decision, and what was decided (rules: moderation).
create table cases (
  id          integer not null generated always as identity,
  kind        text not null,
  -- The id of the yolo (text, photo), member, restaurant (also 'closed' and 'activity') or item.
  subject_id  integer not null,
  -- The accounts of suspicious activity.
  accounts    integer[] not null default '{}',
  opened_at   timestamptz not null,
  closed_at   timestamptz,
  decision    text,
  reason      text not null default '',
  decided_by  integer,
  -- When an admin undid the removal.
  restored_at timestamptz,
  -- The subject while the case is open. An open case is deleted with its subject, and a closed one stays.
  yolo_id       integer generated always as (case when closed_at is null and kind in ('text', 'photo') then subject_id end) stored references yolos on delete cascade,
  user_id       integer generated always as (case when closed_at is null and kind = 'member' then subject_id end) stored references users on delete cascade,
  item_id       integer generated always as (case when closed_at is null and kind = 'item' then subject_id end) stored references items on delete cascade,
  restaurant_id integer generated always as (case when closed_at is null and kind in ('restaurant', 'closed', 'activity') then subject_id end) stored references restaurants on delete cascade,
  constraint cases_pkey primary key (id),
  constraint cases_kind_check check (kind in ('text', 'photo', 'member', 'restaurant', 'item', 'closed', 'activity')),
  constraint cases_decision_check check (decision in ('remove', 'dismiss')),
  constraint cases_closed_check check ((closed_at is null) = (decision is null)),
  constraint cases_reason_check check (char_length(reason) <= 500)
);
create unique index cases_open on cases (kind, subject_id) where closed_at is null;
create index cases_yolo on cases (yolo_id) where yolo_id is not null;
create index cases_user on cases (user_id) where user_id is not null;
create index cases_item on cases (item_id) where item_id is not null;
create index cases_restaurant on cases (restaurant_id) where restaurant_id is not null;
create index cases_of_subject on cases (kind, subject_id);
create index cases_closed on cases (closed_at) where closed_at is not null;

create table case_reports (
  case_id     integer not null,
  reporter_id integer not null,
  reason      text not null,
  words       text not null default '',
  created_at  timestamptz not null,
  constraint case_reports_pkey primary key (case_id, reporter_id),
  constraint case_reports_case_id_fkey foreign key (case_id) references cases(id) on delete cascade,
  constraint case_reports_reporter_id_fkey foreign key (reporter_id) references users(id) on delete cascade,
  constraint case_reports_words_check check (char_length(words) <= 300)
);
create index case_reports_reporter on case_reports (reporter_id);
