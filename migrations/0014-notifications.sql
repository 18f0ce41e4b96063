-- The keys that sign pushes (VAPID), and up to when the site has looked for things to push. One row, made when it is
-- first needed.
create table push_state (
  single       boolean not null default true,
  public_key   text not null,
  private_key  text not null,
  looked_until timestamptz not null,
  constraint push_state_pkey primary key (single),
  constraint push_state_single_check check (single)
);

-- Devices to which pushes are sent. Each is a browser that is logged in. Its row is deleted with its session.
create table push_subscriptions (
  id             integer not null generated always as identity,
  session_hash   bytea not null,
  user_id        integer not null,
  -- The device's URL at its browser's push service. Nobody can push with it and the two keys (`p256dh`, `auth`) alone,
  -- without the site's private key.
  endpoint       text not null,
  p256dh         text not null,
  auth           text not null,
  created_at     timestamptz not null,
  -- Everything that happened up to this time has been pushed or needs no push.
  told_until     timestamptz not null,
  told_at        timestamptz,
  -- When the device is due for its next push, or for the next try of one; null if it waits for none.
  next_at        timestamptz,
  -- Since when no push has reached the device; null if the last one did, or none was sent yet.
  failing_since  timestamptz,
  told_nearby_at timestamptz,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_session_hash_key unique (session_hash),
  constraint push_subscriptions_session_hash_fkey foreign key (session_hash) references sessions(token_hash) on delete cascade,
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
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
