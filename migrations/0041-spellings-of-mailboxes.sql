-- More spellings are one mailbox (rules: one mailbox). From now on mailbox_of() in
-- features/accounts/sign-up/mailboxes.sql says the same.
create function pg_temp.mailbox_now(email_key text) returns text language sql immutable
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

create temporary table renamed on commit drop as
  with named as (
    select m.*, pg_temp.mailbox_now(m.mailbox) as now, u.email_verified_at
      from mailboxes m join users u on u.id = m.user_id)
  select mailbox, now,
         -- What an account has proven under any spelling is proven.
         bool_and(proven_elsewhere) over (partition by now, user_id) as elsewhere,
         row_number() over (partition by now
                            order by email_verified_at, user_id, left_at nulls first, mailbox) as place
    from named;
-- Of two that are one the older has it. The other account stays as it is, as those of before that rule did.
delete from mailboxes m using renamed r where r.mailbox = m.mailbox and r.place > 1;
update mailboxes m
   set mailbox = r.now, proven_elsewhere = r.elsewhere
  from renamed r
 where r.mailbox = m.mailbox and (r.now, r.elsewhere) is distinct from (m.mailbox, m.proven_elsewhere);
drop function pg_temp.mailbox_now(text);
