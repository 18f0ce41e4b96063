-- Members' reports of abusive texts, photos and members.
create table abuse_reports (
  id           integer not null generated always as identity,
  reporter_id  integer not null,
  kind         text not null,
  -- The yolo that the text or photo belongs to. Not a foreign key, because a deleted yolo can be restored with the same
  -- id, or its text saved again at another. The trigger yolos_leave_abuse deletes decided reports of yolos that are
  -- gone for good.
  yolo_id      integer,
  -- The author of the text or photo, or the reported member.
  member_id    integer not null,
  reason       text not null,
  words        text not null default '',
  -- The text at the time of the report, because its author may change it before an admin looks at it.
  seen         text,
  created_at   timestamptz not null,
  -- When an admin decided on it. Before and after that, its reporter doesn't see the reported text, photo or member,
  -- unless they withdraw the report.
  closed_at    timestamptz,
  decision_id  integer,
  withdrawn_at timestamptz,
  -- SHA-256 by which the reported text or photo is known again; null for a member, or for what was reported before.
  content_hash bytea,
  constraint abuse_reports_pkey primary key (id),
  constraint abuse_reports_decision_id_fkey foreign key (decision_id) references report_decisions(id) on delete set null,
  constraint abuse_reports_member_id_fkey foreign key (member_id) references users(id) on delete cascade,
  constraint abuse_reports_reporter_id_fkey foreign key (reporter_id) references users(id) on delete cascade,
  constraint abuse_reports_check check ((kind = 'member') = (yolo_id is null)),
  constraint abuse_reports_kind_check check (kind in ('text', 'photo', 'member')),
  constraint abuse_reports_not_own check (reporter_id <> member_id),
  constraint abuse_reports_reason_check check (reason in ('spam', 'offensive', 'misleading', 'violent', 'private', 'stolen', 'other')),
  constraint abuse_reports_words_check check (char_length(words) <= 300)
);
create index abuse_reports_created on abuse_reports (created_at);
create index abuse_reports_decision on abuse_reports (decision_id) where decision_id is not null;
create unique index abuse_reports_member on abuse_reports (reporter_id, member_id, content_hash) nulls not distinct where kind = 'member';
create index abuse_reports_of_member on abuse_reports (member_id);
create index abuse_reports_of_yolo on abuse_reports (yolo_id) where yolo_id is not null;
create index abuse_reports_open on abuse_reports (id) where closed_at is null;
create index abuse_reports_reporter on abuse_reports (reporter_id);
create unique index abuse_reports_yolo on abuse_reports (reporter_id, yolo_id, kind, content_hash) nulls not distinct where yolo_id is not null;

-- What admins took down, with a message to its author, who can answer once.
create table takedowns (
  id              integer not null generated always as identity,
  kind            text not null,
  yolo_id         integer,
  member_id       integer not null,
  word            text not null,
  actor_id        integer not null,
  created_at      timestamptz not null,
  answer          text,
  answered_at     timestamptz,
  restored_at     timestamptz,
  content_hash    bytea,
  -- Hashes of the texts or photos that were reported here. Its author may have replaced them before they were taken down.
  reported_hashes bytea[] not null default '{}'::bytea[],
  -- The text that stood there when it was taken down, or the member's name and bio; null for a photo.
  seen            text,
  -- `content_hash` as it was before the takedown ended, which it has again if that is undone.
  ended_hash      bytea,
  -- When the account was given back to its owner after this answer, so that they may answer once more (rules: given back).
  given_back_at   timestamptz,
  constraint takedowns_pkey primary key (id),
  constraint takedowns_member_id_fkey foreign key (member_id) references users(id) on delete cascade,
  constraint takedowns_answer_check check (char_length(answer) >= 1 and char_length(answer) <= 1000),
  constraint takedowns_check check ((kind = 'member') = (yolo_id is null)),
  constraint takedowns_check1 check ((answer is null) = (answered_at is null)),
  constraint takedowns_kind_check check (kind in ('text', 'photo', 'member')),
  constraint takedowns_word_check check (char_length(word) >= 1 and char_length(word) <= 500)
);
create unique index takedowns_member on takedowns (member_id) where restored_at is null and kind = 'member';
create index takedowns_of_member on takedowns (member_id, id desc);
create index takedowns_of_yolo on takedowns (yolo_id) where yolo_id is not null;
create index takedowns_standing on takedowns (id) where restored_at is null;
create unique index takedowns_yolo on takedowns (yolo_id, kind) where restored_at is null and yolo_id is not null;
