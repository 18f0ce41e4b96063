alter table withdrawn_votes
  -- When the member first cast the vote. Of votes that were taken back before this was kept, the moment from which on
  -- it is kept.
  add column voted_at timestamptz not null default now();
