-- Who comes by an invitation is counted once verified (rules: invitations). Members who came before, and those who come
-- while an older process runs beside the new one, are counted when they register.
alter table invited_members
  -- The member is counted as joined. Only then is their first favorite counted.
  add column counted boolean not null default true;
