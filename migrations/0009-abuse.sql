-- What members report as abusive, and what admins take down for it (rules: visibility).

-- What members report as abusive, and what admins take down for it (rules: visibility).
create table abuse_reports (
  id          integer generated always as identity primary key,
  reporter_id integer not null references users on delete cascade,
  kind        text not null check (kind in ('text', 'photo', 'member')),
  -- The yolo that the text or photo belongs to. Not a reference: a deletion may be undone, and then it
  -- comes back as itself. See yolos_leave_abuse.
  yolo_id     integer,
  -- Its author; or the member it is all about.
  member_id   integer not null references users on delete cascade,
  reason      text not null
              check (reason in ('spam', 'offensive', 'misleading', 'violent', 'private', 'stolen', 'other')),
  words       text not null default '' check (char_length(words) <= 300),
  -- The text as it was then: it may be changed before an admin looks.
  seen        text,
  created_at  timestamptz not null,
  -- Dismissed or followed; hidden for its reporter all the same.
  closed_at   timestamptz,
  decision_id integer references report_decisions on delete set null,
  check ((kind = 'member') = (yolo_id is null)),
  constraint abuse_reports_not_own check (reporter_id <> member_id)
);
create unique index abuse_reports_yolo on abuse_reports (reporter_id, yolo_id, kind) where yolo_id is not null;
create unique index abuse_reports_member on abuse_reports (reporter_id, member_id) where kind = 'member';
create index abuse_reports_reporter on abuse_reports (reporter_id);
create index abuse_reports_of_yolo on abuse_reports (yolo_id) where yolo_id is not null;
create index abuse_reports_of_member on abuse_reports (member_id);
create index abuse_reports_open on abuse_reports (id) where closed_at is null;
create index abuse_reports_decision on abuse_reports (decision_id) where decision_id is not null;
create index abuse_reports_created on abuse_reports (created_at);

-- What admins took down, with a word to its author, who may answer once.
create table takedowns (
  id          integer generated always as identity primary key,
  kind        text not null check (kind in ('text', 'photo', 'member')),
  yolo_id     integer,
  member_id   integer not null references users on delete cascade,
  word        text not null check (char_length(word) between 1 and 500),
  actor_id    integer not null,
  created_at  timestamptz not null,
  answer      text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  restored_at timestamptz,
  check ((kind = 'member') = (yolo_id is null)),
  check ((answer is null) = (answered_at is null))
);
create unique index takedowns_yolo on takedowns (yolo_id, kind) where restored_at is null and yolo_id is not null;
create unique index takedowns_member on takedowns (member_id) where restored_at is null and kind = 'member';
create index takedowns_of_yolo on takedowns (yolo_id) where yolo_id is not null;
create index takedowns_of_member on takedowns (member_id, id desc);
create index takedowns_standing on takedowns (id) where restored_at is null;
