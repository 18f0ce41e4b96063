-- Who proved a member's e-mail address (docs/safety.md, S16).

alter table users
  -- Whether the address was proven only by a mailed link that was opened outside the account's own sessions. Then the
  -- person who reads the mailbox might not be the person who made the account.
  add column email_proven_elsewhere boolean not null default false;
-- A log-in with Apple that was linked before the address was proven: Apple didn't vouch for the address.
update users u set email_proven_elsewhere = true from identities i
 where i.user_id = u.id and u.email_verified_at > i.created_at;
-- An address that was never proven undoes no change.
delete from email_changes c using users u
 where u.id = c.user_id and u.email_verified_at is null;
