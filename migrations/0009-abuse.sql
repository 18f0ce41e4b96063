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

-- Holds of members (rules: holds): until a release, a held member's votes, favourites and reports stay but don't count.
create table holds (
  id            integer not null generated always as identity,
  user_id       integer not null,
  -- A text for the member to read.
  reason        text not null,
  -- The admin who decided on the hold; null if the published rule held the member.
  by_admin      integer,
  cluster_id    bigint,
  held_at       timestamptz not null,
  released_at   timestamptz,
  released_by   integer,
  -- The member's answer, which they can give once and which an admin reads.
  answer        text,
  answered_at   timestamptz,
  -- The decision that kept the member held after their answer, or released them, together with others of their cluster.
  decision_id   integer,
  -- When the account was given back to its owner after this answer, so that they may answer once more (rules: given back).
  given_back_at timestamptz,
  constraint holds_pkey primary key (id),
  constraint holds_decision_id_fkey foreign key (decision_id) references report_decisions(id) on delete set null,
  constraint holds_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint holds_answer_check check (char_length(answer) >= 1 and char_length(answer) <= 1000),
  constraint holds_check check (released_at is not null or released_by is null),
  constraint holds_check1 check ((answer is null) = (answered_at is null)),
  constraint holds_reason_check check (char_length(reason) >= 1 and char_length(reason) <= 500)
);
create index holds_decision on holds (decision_id) where decision_id is not null;
create index holds_of_cluster on holds (cluster_id) where cluster_id is not null;
create index holds_of_member on holds (user_id, id desc);
create unique index holds_standing on holds (user_id) where released_at is null;

-- The networks that members came from. Each is a hash with a key that changes every month and is in no database. Rows
-- are kept for 90 days.
create table network_evidence (
  user_id  integer not null,
  network  bytea not null,
  -- True if the member came from it at sign-up, false if only when they voted or did something else later.
  sign_up  boolean not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  constraint network_evidence_pkey primary key (user_id, network),
  constraint network_evidence_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint network_evidence_network_check check (length(network) = 16)
);
create index network_evidence_last on network_evidence (last_at);

-- A summary of what each member did. The weighing job computes it from votes, favourites and reports, again each time
-- that the member has acted.
create table member_acts (
  user_id          integer not null,
  -- The restaurant where they first did something.
  first_restaurant integer not null,
  -- The dish of that first act; null if they reported the restaurant as closed.
  first_item       integer,
  first_at         timestamptz not null,
  -- When they first did something at another restaurant; null if they never did.
  elsewhere_at     timestamptz,
  joined_at        timestamptz not null,
  votes            integer not null,
  favourites       integer not null,
  reports          integer not null,
  constraint member_acts_pkey primary key (user_id),
  constraint member_acts_first_restaurant_fkey foreign key (first_restaurant) references restaurants(id) on delete cascade,
  constraint member_acts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index member_acts_restaurant on member_acts (first_restaurant, first_at);

-- MinHashes of the sets of dishes that members voted for. Members with similar sets are likely to have the same hash in
-- at least one band.
create table vote_bands (
  user_id integer not null,
  band    smallint not null,
  hash    bigint not null,
  constraint vote_bands_pkey primary key (user_id, band),
  constraint vote_bands_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index vote_bands_meet on vote_bands (band, hash);

-- For each restaurant, counts of the members who did something there, of those who are verified and neither held nor
-- hidden, and of their votes. A restaurant is compared with the other restaurants in its cell, whose counts show what is
-- usual there.
create table restaurant_usual (
  restaurant_id  integer not null,
  cell5          bigint not null,
  -- `members` did anything there. `newcomers` of them joined for it and did nothing elsewhere. `settled` joined for it
  -- and had time to do something elsewhere; `returned` of those did.
  members        integer not null,
  newcomers      integer not null,
  settled        integer not null,
  returned       integer not null,
  -- `reporters` reported it or its dishes; `only_reporters` of them never did anything elsewhere.
  reporters      integer not null,
  only_reporters integer not null,
  votes          integer not null,
  -- Its H3 cell at resolution 4, some 45 km across: a city and its suburbs.
  region         bigint not null generated always as (((cell5 & (~ (15::bigint << 52))) | (4::bigint << 52)) | (7::bigint << 30)) stored,
  constraint restaurant_usual_pkey primary key (restaurant_id),
  constraint restaurant_usual_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade
);
create index restaurant_usual_cell on restaurant_usual (cell5);
create index restaurant_usual_region on restaurant_usual (region);

-- Up to when the weighing has read what members did. One row.
create table weighed (
  single boolean not null default true,
  until  timestamptz not null,
  constraint weighed_pkey primary key (single),
  constraint weighed_single_check check (single)
);

create table suspects (
  id            integer not null generated always as identity,
  -- Identifies the cluster in later weighings.
  key           text not null,
  kind          text not null,
  restaurant_id integer,
  score         real not null,
  -- [{ signal, strength, words }], the strongest first.
  reasons       jsonb not null,
  networks      integer not null default 0,
  first_act     timestamptz not null,
  last_act      timestamptz not null,
  found_at      timestamptz not null,
  weighed_at    timestamptz not null,
  -- True if the published rule held its members, without an admin.
  by_rule       boolean not null default false,
  -- When an admin decided on the cluster, or a weighing found that it no longer looks suspicious. It then no longer
  -- waits in the queue.
  closed_at     timestamptz,
  constraint suspects_pkey primary key (id),
  constraint suspects_key_key unique (key),
  constraint suspects_restaurant_id_fkey foreign key (restaurant_id) references restaurants(id) on delete cascade,
  constraint suspects_kind_check check (kind in ('votes', 'reports', 'alike')),
  constraint suspects_score_check check (score >= 0 and score <= 1)
);
create index suspects_open on suspects (last_act) where closed_at is null;
create index suspects_restaurant on suspects (restaurant_id) where restaurant_id is not null;

create table suspect_members (
  suspect_id integer not null,
  user_id    integer not null,
  added_at   timestamptz not null,
  -- When an admin cleared the member together with this cluster. The rule doesn't hold them again.
  cleared_at timestamptz,
  -- True for a member who looks like the cluster but isn't part of it, because they were there before it, so that its
  -- accounts may have copied them, or because they did something else. An admin sees them with the cluster. Neither the
  -- rule nor a decision on the cluster applies to them.
  beside     boolean not null default false,
  constraint suspect_members_pkey primary key (suspect_id, user_id),
  constraint suspect_members_suspect_id_fkey foreign key (suspect_id) references suspects(id) on delete cascade,
  constraint suspect_members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index suspect_members_cleared on suspect_members (user_id) where cleared_at is not null;
create index suspect_members_user on suspect_members (user_id);

-- Members' votes that were deleted within the last 90 days, mostly because the member withdrew them. Without these
-- rows, a member could vote for many dishes, later keep only the votes that another member also has, and so seem to be
-- the one whom the other copied. Written by the trigger votes_withdrawn. item_id isn't a foreign key, so that the row
-- stays when the dish is deleted.
create table withdrawn_votes (
  user_id      integer not null,
  item_id      integer not null,
  withdrawn_at timestamptz not null,
  -- When the member first cast the vote. Of votes that were taken back before this was kept, the moment from which on
  -- it is kept.
  voted_at     timestamptz not null default now(),
  constraint withdrawn_votes_pkey primary key (user_id, item_id),
  constraint withdrawn_votes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index withdrawn_votes_at on withdrawn_votes (withdrawn_at);
