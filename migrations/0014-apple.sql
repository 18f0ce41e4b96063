-- What a log-in with Apple knows between its steps, under the hash of what the browser holds.
create table apple_logins (
  key_hash   bytea primary key check (length(key_hash) = 32),
  -- 'state' is away at Apple; 'code' is back and waits for the page.
  step       text not null check (step in ('state', 'code')),
  data       jsonb not null,
  expires_at timestamptz not null
);
create index apple_logins_expires on apple_logins (expires_at);
-- Apple tells a name only once: it is found again when a first log-in broke off after that.
create index apple_logins_subject on apple_logins ((data ->> 'subject')) where step = 'code';
