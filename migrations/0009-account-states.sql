-- What its owner calls a session by: the hash of its token stays inside.
alter table sessions add column id bigint generated always as identity;
alter table sessions add constraint sessions_id unique (id);

-- Asked to be deleted: until then logging in undoes it.
alter table users add column delete_at timestamptz;
create index users_delete on users (delete_at) where delete_at is not null;

-- Who an identity provider says someone is. The subject is the key, never the address.
create table identities (
  issuer        text not null,
  subject       text not null,
  user_id       integer not null references users on delete cascade,
  -- Kept to be revoked when the account goes.
  refresh_token text,
  created_at    timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);
