-- Notifications outside the site: pushes to members' devices and a weekly mail (rules: pushes, weekly mail).

alter table users
  -- The member's time zone (an IANA name), as reported by one of their devices.
  add column time_zone  text,
  -- Quiet hours: no push is sent from hour `quiet_from` to hour `quiet_to` in the member's time zone. Both are null if
  -- pushes come at any hour.
  add column quiet_from smallint,
  add column quiet_to   smallint;

-- The keys that sign pushes (VAPID), and up to when the site has looked for things to push. One row, made when it is
-- first needed.
create table push_state (
  single       boolean primary key default true check (single),
  public_key   text not null,
  private_key  text not null,
  looked_until timestamptz not null
);

-- Devices to which pushes are sent. Each is a browser that is logged in. Its row is deleted with its session.
create table push_subscriptions (
  id           integer generated always as identity primary key,
  session_hash bytea not null unique references sessions on delete cascade,
  user_id      integer not null references users on delete cascade,
  -- The device's URL at its browser's push service. Nobody can push with it and the two keys (`p256dh`, `auth`) alone,
  -- without the site's private key.
  endpoint     text not null unique,
  p256dh       text not null,
  auth         text not null,
  created_at   timestamptz not null,
  -- Everything that happened up to this time has been pushed or needs no push.
  told_until   timestamptz not null,
  told_at      timestamptz,
  -- When the device is due for its next push, or for the next try of one; null if it waits for none.
  next_at      timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Members who want the weekly mail.
create table weekly_mail_consents (
  user_id   integer primary key references users on delete cascade,
  agreed_at timestamptz not null
);

-- The weekly mails. The primary key ensures that only one process queues a member's mail of a week.
create table weekly_mails (
  user_id    integer not null references users on delete cascade,
  -- The Monday of the week, in the member's time zone.
  week       date not null,
  -- SHA-256 of the token in the link that ends the mails. Null until the mail is written.
  token_hash bytea unique check (length(token_hash) = 32),
  -- Set just before the mail is sent, so that it isn't sent twice. Stays null if there was nothing to tell.
  sent_at    timestamptz,
  primary key (user_id, week)
);
create index weekly_mails_week on weekly_mails (week);
