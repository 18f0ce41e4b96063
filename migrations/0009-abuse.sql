-- What members report as abusive, and what admins take down for it (rules: visibility).

-- Members' reports of abusive texts, photos and members.
create table abuse_reports (
  id          integer generated always as identity primary key,
  reporter_id integer not null references users on delete cascade,
  kind        text not null check (kind in ('text', 'photo', 'member')),
  -- The yolo that the text or photo belongs to. Not a foreign key, because a deleted yolo can be restored with the same
  -- id, or its text saved again at another. The trigger yolos_leave_abuse deletes decided reports of yolos that are
  -- gone for good.
  yolo_id     integer,
  -- The author of the text or photo, or the reported member.
  member_id   integer not null references users on delete cascade,
  reason      text not null
              check (reason in ('spam', 'offensive', 'misleading', 'violent', 'private', 'stolen', 'other')),
  words       text not null default '' check (char_length(words) <= 300),
  -- The text at the time of the report, because its author may change it before an admin looks at it.
  seen        text,
  created_at  timestamptz not null,
  -- When an admin decided on it. Before and after that, its reporter doesn't see the reported text, photo or member,
  -- unless they withdraw the report.
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

-- What admins took down, with a message to its author, who can answer once.
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
