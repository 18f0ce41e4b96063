-- Returns the mailbox of an address, as `mailboxOf` in features/mail/may-mail.server.ts does.
create function mailbox_of(email_key text) returns text language sql immutable parallel safe
  return case
    when email_key ~ '@(gmail|googlemail)\.com$'
      then replace(regexp_replace(email_key, '(\+.*)?@[^@]*$', ''), '.', '') || '@gmail.com'
    when email_key ~ '@(proton\.me|protonmail\.(com|ch)|pm\.me)$'
      then translate(regexp_replace(email_key, '(\+.*)?@[^@]*$', ''), '._-', '') || '@proton.me'
    when email_key ~ '@(icloud|me|mac)\.com$'
      then regexp_replace(email_key, '(\+.*)?@[^@]*$', '') || '@icloud.com'
    when email_key ~ '@(yandex\.(ru|com|by|kz|ua)|ya\.ru|narod\.ru)$'
      then replace(regexp_replace(email_key, '(\+.*)?@[^@]*$', ''), '.', '-') || '@yandex.ru'
    when email_key ~ '@[^.@]+\.fastmail\.com$'
      then substring(email_key from '@([^.@]+)\.fastmail\.com$') || '@fastmail.com'
    when email_key ~ '@(yahoo\.(com|ca|co\.uk|de|es|fr|in|it)|ymail\.com|rocketmail\.com)$'
      then regexp_replace(email_key, '[-+].*@([^@]*)$', '@\1')
    else regexp_replace(email_key, '\+.*@([^@]*)$', '@\1') end;

-- An account that becomes verified, or takes an address of another mailbox while it is, takes the place of that mailbox,
-- which no other account may have (rules: one mailbox). Its earlier places stay its own.
create function take_mailbox() returns trigger language plpgsql as $$
declare
  taken text := mailbox_of(new.email_key);
begin
  update mailboxes set left_at = now() where user_id = new.id and mailbox is distinct from taken and left_at is null;
  if new.email_verified_at is null or taken is null then return null; end if;
  update mailboxes set left_at = null, proven_elsewhere = proven_elsewhere and new.email_proven_elsewhere
   where mailbox = taken and user_id = new.id;
  -- Accounts of one mailbox that were verified before this rule have no place, and may keep their address.
  if not found and (tg_op = 'INSERT' or old.email_verified_at is null or mailbox_of(old.email_key) is distinct from taken) then
    insert into mailboxes (mailbox, user_id, proven_elsewhere) values (taken, new.id, new.email_proven_elsewhere);
  end if;
  return null;
end $$;
-- By its name it fires before those that lock restaurants and items: who waits for a mailbox must hold none of them.
create trigger mailbox_of_user after insert or update of email_key, email_verified_at, email_proven_elsewhere on users
  for each row execute function take_mailbox();
