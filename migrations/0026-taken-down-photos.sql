-- A photo that was taken down isn't uploaded again by its author (rules: decisions on reports).

alter table photos
  -- SHA-256 of the original as it is stored; null for photos from before this migration.
  add column content_hash bytea;

-- SHA-256 by which a text or photo that was taken down is known again, also once its yolo is deleted; null for a member.
alter table takedowns rename column text_hash to content_hash;
-- The hash of a text has changed, and can't be computed here: texts that were taken down before stay hidden, but aren't
-- known again.
update takedowns set content_hash = null;
