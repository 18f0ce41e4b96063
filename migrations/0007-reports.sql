-- What members say is gone or closed, and what admins decided of it.

-- What admins decided of reported things, and who was right: a report knows the decision that it led to
-- (rules: decisions on reports).
create table report_decisions (
  id          integer generated always as identity primary key,
  kind        text not null check (kind in ('expired', 'closed', 'abuse', 'suspects', 'places')),
  -- As the audit names it: 'item 5', 'restaurant 7', 'text of yolo 9', 'member 1004'.
  subject     text not null,
  -- Whose text, photo or account it is.
  member_id   integer references users on delete cascade,
  -- The first time that reports of this were decided, the second …
  round       integer not null,
  decision    text not null check (decision in ('remove', 'dismiss')),
  reason      text not null check (char_length(reason) <= 500),
  actor_id    integer not null,
  decided_at  timestamptz not null,
  restored_at timestamptz,
  restored_by integer,
  check ((restored_at is null) = (restored_by is null))
);
-- Of two admins who decide the same at once, one does.
create unique index report_decisions_standing on report_decisions (subject, round) where restored_at is null;
create index report_decisions_subject on report_decisions (subject);
create index report_decisions_newest on report_decisions (id) where restored_at is null;
create index report_decisions_newest_of_kind on report_decisions (kind, id) where restored_at is null;
create index report_decisions_of_member on report_decisions (member_id) where member_id is not null;

-- 'It's not on the menu any more' of items, 'it's closed' of restaurants: one report per member and thing,
-- which its reporter sees as sent. Cleared, it no longer counts: dismissed by an admin, or stale when a
-- verified member confirmed the dish (rules: reports).
create table item_reports (
  item_id     integer not null references items on delete cascade,
  user_id     integer not null references users on delete cascade,
  created_at  timestamptz not null default now(),
  cleared_at  timestamptz,
  -- An admin's own report decides alone, until that admin takes it back.
  confirms    boolean not null default false,
  decision_id integer references report_decisions on delete set null,
  primary key (item_id, user_id)
);
create index item_reports_user on item_reports (user_id);
-- What stands in the lists of reported things.
create index item_reports_open on item_reports (item_id) where cleared_at is null;
create index item_reports_decision on item_reports (decision_id) where decision_id is not null;
create index item_reports_created on item_reports (created_at);
create index item_reports_undecided on item_reports (item_id, created_at) include (user_id)
 where cleared_at is null and decision_id is null;

create table restaurant_reports (
  restaurant_id integer not null references restaurants on delete cascade,
  user_id       integer not null references users on delete cascade,
  created_at    timestamptz not null default now(),
  cleared_at    timestamptz,
  -- An admin's own report decides alone, until that admin takes it back.
  confirms      boolean not null default false,
  decision_id   integer references report_decisions on delete set null,
  primary key (restaurant_id, user_id)
);
create index restaurant_reports_user on restaurant_reports (user_id);
create index restaurant_reports_open on restaurant_reports (restaurant_id) where cleared_at is null;
create index restaurant_reports_decision on restaurant_reports (decision_id) where decision_id is not null;
create index restaurant_reports_created on restaurant_reports (created_at);
create index restaurant_reports_undecided on restaurant_reports (restaurant_id, created_at) include (user_id)
 where cleared_at is null and decision_id is null;
