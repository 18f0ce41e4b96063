-- Notices, written with the act (features/notifications/notify.server.ts). Equal kinds on one thing show as one line.
create table notifications (
  id           bigint not null generated always as identity primary key,
  recipient_id integer not null references users on delete cascade,
  kind         text not null check (
    kind in ('follow', 'upvoted', 'followed-yolo', 'followed-upvote', 'nearby', 'won', 'decided')),
  -- The member who acted. Shown only while they count.
  actor_id     integer references users on delete cascade,
  item_id      integer references items on delete cascade,
  contest_id   integer references contests on delete cascade,
  -- What was decided about something of the recipient's.
  text         text,
  created_at   timestamptz not null default now(),
  read_at      timestamptz,
  constraint notifications_once unique nulls not distinct (recipient_id, kind, item_id, contest_id, actor_id, text)
);
create index notifications_newest on notifications (recipient_id, id desc);
create index notifications_actor on notifications (actor_id);
create index notifications_item on notifications (item_id);

-- The keys that identify this site to push services. One row, made when first needed.
create table push_keys (
  single      boolean not null default true primary key check (single),
  public_key  text not null,
  private_key text not null
);

-- Devices to which pushes are sent. Each is a browser that is logged in. Its row is deleted with its session.
create table push_subscriptions (
  id           integer not null generated always as identity primary key,
  session_hash bytea not null unique references sessions on delete cascade,
  user_id      integer not null references users on delete cascade,
  -- The device's URL at its browser's push service, and two keys of the browser.
  endpoint     text not null unique,
  p256dh       text not null,
  auth         text not null,
  created_at   timestamptz not null,
  -- When a summary was last sent, or the device subscribed.
  pushed_at    timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Members who want the weekly mail.
create table weekly_mail_consents (
  user_id   integer not null,
  agreed_at timestamptz not null,
  constraint weekly_mail_consents_pkey primary key (user_id),
  constraint weekly_mail_consents_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The weekly mails. The primary key ensures that only one process queues a member's mail of a week.
create table weekly_mails (
  user_id    integer not null,
  -- The Monday of the week, in the member's time zone.
  week       date not null,
  -- SHA-256 of the token in the link that ends the mails. Null until the mail is written.
  token_hash bytea,
  -- Set just before the mail is sent, so that it isn't sent twice. Stays null if there was nothing to tell.
  sent_at    timestamptz,
  constraint weekly_mails_pkey primary key (user_id, week),
  constraint weekly_mails_token_hash_key unique (token_hash),
  constraint weekly_mails_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint weekly_mails_token_hash_check check (length(token_hash) = 32)
);
create index weekly_mails_week on weekly_mails (week);
