-- A drawing that nobody can steer: each redraw has a public value of its own, announced before it is known, and a
-- winner's turn that is over stays as it ended (rules: drawing).

create table contest_redraws (
  contest_id   integer not null references contests on delete cascade,
  k            integer not null check (k > 0),
  -- In words, and from when on anyone can know it.
  beacon       text not null,
  announced_at timestamptz not null,
  public_at    timestamptz not null check (public_at > announced_at),
  primary key (contest_id, k)
);

alter table contest_draws
  -- The public value that was mixed in.
  add column beacon text,
  -- What had become of the winner when another was drawn.
  add column ended_as text check (ended_as in ('declined', 'unanswered', 'held', 'left'));
update contest_draws d set beacon = c.beacon_value from contests c where c.id = d.contest_id;
update contest_draws d
   set ended_as = case when accepted = false then 'declined' when user_id is null then 'left' else 'unanswered' end
 where exists (select from contest_draws n where n.contest_id = d.contest_id and n.k > d.k) and accepted is not true;

-- Published with the drawing; until then it stands apart, and in no backup.
alter table contests add column seed text check (seed ~ '^[0-9a-f]{64}$');
update contests c set seed = s.seed from contest_seeds s
 where s.contest_id = c.id and exists (select from contest_draws d where d.contest_id = c.id);
delete from contest_seeds s using contests c where c.id = s.contest_id and c.seed is not null;

alter table contest_changes drop constraint contest_changes_what_check,
  add constraint contest_changes_what_check check (what in ('title', 'prize', 'drawsAt', 'closed', 'seedHash'));
