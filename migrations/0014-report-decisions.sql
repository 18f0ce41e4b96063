-- What admins decided of reported things, and who was right: a report knows the decision that it led to
-- (rules: decisions on reports).

create table report_decisions (
  id          integer generated always as identity primary key,
  kind        text not null check (kind in ('expired', 'closed', 'abuse', 'suspects', 'places')),
  -- As the audit names it: 'item 5', 'restaurant 7', 'text of yolo 9', 'member 1004'.
  subject     text not null,
  -- Whose text, photo or account it is.
  member_id   integer references users on delete cascade,
  -- The first time that reports of this were decided, the second …
  round       integer not null,
  decision    text not null check (decision in ('remove', 'dismiss')),
  reason      text not null check (char_length(reason) <= 500),
  actor_id    integer not null,
  decided_at  timestamptz not null,
  restored_at timestamptz,
  restored_by integer,
  check ((restored_at is null) = (restored_by is null))
);
-- Of two admins who decide the same at once, one does.
create unique index report_decisions_standing on report_decisions (subject, round) where restored_at is null;
create index report_decisions_subject on report_decisions (subject);
create index report_decisions_newest on report_decisions (id) where restored_at is null;
create index report_decisions_newest_of_kind on report_decisions (kind, id) where restored_at is null;
create index report_decisions_of_member on report_decisions (member_id) where member_id is not null;

alter table item_reports add column decision_id integer references report_decisions on delete set null;
alter table restaurant_reports add column decision_id integer references report_decisions on delete set null;
alter table abuse_reports add column decision_id integer references report_decisions on delete set null;
create index item_reports_decision on item_reports (decision_id) where decision_id is not null;
create index restaurant_reports_decision on restaurant_reports (decision_id) where decision_id is not null;
create index abuse_reports_decision on abuse_reports (decision_id) where decision_id is not null;

-- What stands in the queue: read whole, without the tables.
create index item_reports_undecided on item_reports (item_id, created_at)
 where cleared_at is null and decision_id is null;
create index restaurant_reports_undecided on restaurant_reports (restaurant_id, created_at)
 where cleared_at is null and decision_id is null;

-- A yolo that is gone for good takes the decisions on its reports along, too.
create or replace function leave_abuse() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from deleted_yolos where id = old.id) then
    delete from abuse_reports where yolo_id = old.id;
    delete from takedowns where yolo_id = old.id;
    delete from report_decisions where subject in ('text of yolo ' || old.id, 'photo of yolo ' || old.id);
  end if;
  return null;
end $$;
