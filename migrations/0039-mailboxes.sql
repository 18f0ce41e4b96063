-- Who has verified a mailbox keeps its place (rules: one mailbox), whatever address their account has by now. Written by
-- the trigger in features/accounts/sign-up/mailboxes.sql.
create table mailboxes (
  -- mailbox_of() an address with which the account was verified.
  mailbox          text primary key,
  user_id          integer not null references users on delete cascade,
  -- Whether the account never proved it where its member was logged in, so that another one that does takes the place.
  proven_elsewhere boolean not null,
  -- When the account took an address of another mailbox; null if this is the mailbox of its address.
  left_at          timestamptz
);
create index mailboxes_user on mailboxes (user_id);
create index mailboxes_left on mailboxes (left_at) where left_at is not null;

insert into mailboxes (mailbox, user_id, proven_elsewhere)
  select mailbox_of(email_key), id, email_proven_elsewhere from users
   where email_verified_at is not null and email_key is not null and not shares_mailbox;
-- Addresses that a link can still bring back.
insert into mailboxes (mailbox, user_id, proven_elsewhere, left_at)
  select mailbox_of(lower(c.old_email)), u.id, u.email_proven_elsewhere, c.undo_until - interval '7 days'
    from email_changes c join users u on u.id = c.user_id
   where u.email <> c.old_email and u.email_verified_at is not null
   order by c.id desc
on conflict do nothing;

drop index users_mailbox;
alter table users drop column shares_mailbox;
-- From now on features/accounts/sign-up/mailboxes.sql declares it.
drop function mailbox_of(text);
