-- Changes of e-mail that were asked for: the address of before may undo them (rules: new address).

create table email_changes (
  -- Says which change came first: who undoes one undoes all that came after it.
  id         integer generated always as identity primary key,
  user_id    integer not null references users on delete cascade,
  old_email  text not null,
  -- SHA-256 of the token of the link, once its mail is written.
  token_hash bytea unique check (length(token_hash) = 32),
  asked_at   timestamptz not null,
  -- Seven days from the request, and from when the change took effect.
  undo_until timestamptz not null
);
create index email_changes_user on email_changes (user_id, id);
create index email_changes_until on email_changes (undo_until);

-- Opened by a log-in with Apple: fresh, it stands for a password.
alter table sessions add column by_apple boolean not null default false;
