-- Open reports stay with what they are about: when a yolo was deleted, the next one of its member with the same text or
-- photo has them (rules: decisions on reports).
alter table abuse_reports
  -- SHA-256 by which the reported text or photo is known again; null for a member, or for what was reported before.
  add column content_hash bytea;
