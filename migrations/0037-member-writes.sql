-- How far the log had got when a member last wrote: a replica that is as far shows them what they did
-- (platform/server/replicas/writes.ts). Only the last minute is asked for, so nothing is lost with its rows: unlogged,
-- it costs no wait for the disk, and replicas, which can't read it, need not.

create unlogged table member_writes (
  user_id integer primary key references users on delete cascade,
  lsn     pg_lsn not null,
  at      timestamptz not null
)
-- One row is written again and again, on the page where it is.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
