-- A report is about a text or photo, not about whatever its favorite has (rules: decisions on reports).

alter table takedowns
  -- Hashes of the texts or photos that were reported here. Its author may have replaced them before they were taken down.
  add column reported_hashes bytea[] not null default '{}';

-- A member may report another text or photo at the same favorite.
drop index abuse_reports_yolo;
create unique index abuse_reports_yolo on abuse_reports (reporter_id, yolo_id, kind, content_hash) nulls not distinct
  where yolo_id is not null;
