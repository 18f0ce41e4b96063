-- Increases credential_version with every change that must void the links and log-ins made under the old version.

create function count_credentials() returns trigger language plpgsql as $$
begin
  new.credential_version := old.credential_version + 1;
  return new;
end $$;
create trigger users_credentials before update of password_hash, email, disabled_at on users
  for each row when (
    new.password_hash is distinct from old.password_hash
    or new.email is distinct from old.email
    or (new.disabled_at is not null and new.disabled_at is distinct from old.disabled_at)
  ) execute function count_credentials();
