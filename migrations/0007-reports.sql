-- Admins' decisions on reported things, and on the other entries of their queue: suspects, restaurants that a source
-- calls closed, and dishes that may be the same. A report refers to the decision that it led to, which shows whether
-- its reporter was right (rules: decisions on reports).
create table report_decisions (
  id          integer not null generated always as identity,
  kind        text not null,
  -- What is decided on, such as 'item 5', 'restaurant 7', 'text of yolo 9' or 'member 1004'.
  subject     text not null,
  -- The member whose text, photo or account was reported; null unless the kind is 'abuse'.
  member_id   integer,
  -- 1 for the first decision on this subject, 2 for the second …; a restored decision doesn't count.
  round       integer not null,
  decision    text not null,
  reason      text not null,
  actor_id    integer not null,
  decided_at  timestamptz not null,
  restored_at timestamptz,
  restored_by integer,
  constraint report_decisions_pkey primary key (id),
  constraint report_decisions_member_id_fkey foreign key (member_id) references users(id) on delete cascade,
  constraint report_decisions_check check ((restored_at is null) = (restored_by is null)),
  constraint report_decisions_decision_check check (decision in ('remove', 'dismiss')),
  constraint report_decisions_kind_check check (kind in ('expired', 'closed', 'abuse', 'suspects', 'places', 'twins')),
  constraint report_decisions_reason_check check (char_length(reason) <= 500)
);
create index report_decisions_newest on report_decisions (id) where restored_at is null;
create index report_decisions_newest_of_kind on report_decisions (kind, id) where restored_at is null;
create index report_decisions_of_member on report_decisions (member_id) where member_id is not null;
create unique index report_decisions_standing on report_decisions (subject, round) where restored_at is null;
create index report_decisions_subject on report_decisions (subject);

-- Members' reports that an item is off the menu or a restaurant closed. A member has at most one for an item or
-- restaurant, and sees that they sent it. A report doesn't count once it is cleared: an admin dismissed it, or it was
-- old when a verified member confirmed the dish (rules: reports).
create table item_reports (
  item_id      integer not null,
  user_id      integer not null,
  created_at   timestamptz not null default now(),
  cleared_at   timestamptz,
  -- True for an admin's report, which is enough by itself to hide the item while the report counts.
  confirms     boolean not null default false,
  decision_id  integer,
  hid_at       timestamptz,
  withdrawn_at timestamptz,
  constraint item_reports_pkey primary key (item_id, user_id),
  constraint item_reports_decision_id_fkey foreign key (decision_id) references report_decisions(id) on delete set null,
  constraint item_reports_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_reports_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index item_reports_created on item_reports (created_at);
create index item_reports_decision on item_reports (decision_id) where decision_id is not null;
create index item_reports_open on item_reports (item_id) where cleared_at is null;
create index item_reports_undecided on item_reports (item_id, created_at) include (user_id) where cleared_at is null and decision_id is null;
create index item_reports_user on item_reports (user_id);

create table restaurant_reports (
  restaurant_id integer not null,
  user_id       integer not null,
  created_at    timestamptz not null default now(),
  cleared_at    timestamptz,
  -- True for an admin's report, which is enough by itself to hide the restaurant while the report counts.
  confirms      boolean not null default false,
  decision_id   integer,
  hid_at        timestamptz,
  withdrawn_at  timestamptz,
  constraint restaurant_reports_pkey primary key (restaurant_id, user_id),
  constraint restaurant_reports_decision_id_fkey foreign key (decision_id) references report_decisions(id) on delete set null,
  constraint restaurant_reports_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint restaurant_reports_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index restaurant_reports_created on restaurant_reports (created_at);
create index restaurant_reports_decision on restaurant_reports (decision_id) where decision_id is not null;
create index restaurant_reports_open on restaurant_reports (restaurant_id) where cleared_at is null;
create index restaurant_reports_undecided on restaurant_reports (restaurant_id, created_at) include (user_id) where cleared_at is null and decision_id is null;
create index restaurant_reports_user on restaurant_reports (user_id);
