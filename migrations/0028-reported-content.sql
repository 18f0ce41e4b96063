-- Open reports stay with what they are about: once a yolo is deleted, they are copied to the next one of its member with
-- the same text or photo (rules: decisions on reports).
alter table abuse_reports
  -- SHA-256 of the reported photo's original; null for a text or member, or for an old photo.
  add column photo_hash bytea;
