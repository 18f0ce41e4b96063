-- Telling members outside the site: pushes to their devices and a weekly mail (rules: pushes, weekly mail).

alter table users
  -- The zone of the member's clock (an IANA name), as a device of theirs said.
  add column time_zone  text,
  -- No push comes from one full hour of that clock to the other; both null where pushes come at any hour.
  add column quiet_from smallint,
  add column quiet_to   smallint;

-- What signs our pushes (VAPID), and up to when was looked for what to push. One row, made when it is first needed.
create table push_state (
  single       boolean primary key default true check (single),
  public_key   text not null,
  private_key  text not null,
  looked_until timestamptz not null
);

-- A device to which pushes go: a browser that is logged in. It goes with its session.
create table push_subscriptions (
  id           integer generated always as identity primary key,
  session_hash bytea not null unique references sessions on delete cascade,
  user_id      integer not null references users on delete cascade,
  -- The address at the browser's push service. Whoever has it and the two keys can't push without our private key.
  endpoint     text not null unique,
  p256dh       text not null,
  auth         text not null,
  created_at   timestamptz not null,
  -- What happened up to this moment was pushed, or isn't to be.
  told_until   timestamptz not null,
  told_at      timestamptz,
  -- When the job runs that waits for this device.
  next_at      timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Members who want the weekly mail.
create table weekly_mail_consents (
  user_id   integer primary key references users on delete cascade,
  agreed_at timestamptz not null
);

-- One mail a week and member, so the key decides whose process writes it.
create table weekly_mails (
  user_id    integer not null references users on delete cascade,
  -- The Monday of the week, by the member's calendar.
  week       date not null,
  -- SHA-256 of what its link to end the mails has, once it is written.
  token_hash bytea unique check (length(token_hash) = 32),
  -- Set before it is handed over, so that it isn't sent twice; null also where there was nothing to say.
  sent_at    timestamptz,
  primary key (user_id, week)
);
create index weekly_mails_week on weekly_mails (week);
