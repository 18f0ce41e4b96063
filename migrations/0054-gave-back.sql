alter table mailboxes
  -- Whether this mailbox has paid for what was given back to its account, which it does once (rules: given back).
  add column gave_back boolean not null default false;
