-- A decision on the answers of those who are held with a cluster stands at each of their holds (rules: holds). Before, it
-- was found by the hold with the newest of these answers, and lapsed with it.
alter table holds
  -- The decision that kept the member held after their answer, or released them, together with others of their cluster.
  add column decision_id integer references report_decisions on delete set null;
create index holds_decision on holds (decision_id) where decision_id is not null;

with decided as (
  select d.id, d.decision, d.decided_at, newest.cluster_id, newest.answered_at
    from report_decisions d join holds newest on d.subject = 'answers ' || newest.id
   where d.kind = 'suspects' and d.restored_at is null),
first_decided as (
  -- Who was released was released by that decision, the others are kept held by the first one about their answer.
  select distinct on (h.id) h.id, d.id as decision_id
    from decided d join holds h on h.cluster_id = d.cluster_id and h.answered_at <= d.answered_at
   where d.decision = 'remove' or h.released_at = d.decided_at
   order by h.id, d.decision, d.id)
update holds h set decision_id = f.decision_id from first_decided f where h.id = f.id;
