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
