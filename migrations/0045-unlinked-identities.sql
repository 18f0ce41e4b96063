-- Log-ins with Apple that a member or the operator unlinked from an account (rules: apple).
create table unlinked_identities (
  user_id     integer not null references users on delete cascade,
  issuer      text not null,
  subject     text not null,
  unlinked_at timestamptz not null,
  primary key (user_id, issuer, subject)
);
