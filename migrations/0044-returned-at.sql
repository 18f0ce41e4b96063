-- When the member last came back to a disabled account, or one that was to be deleted.
alter table users add column returned_at timestamptz;
