-- A text that was taken down isn't saved again by its author (rules: decisions on reports).

alter table takedowns
  -- SHA-256 of the text in lower case, also once its yolo is deleted; null for a photo or a member.
  add column text_hash bytea;
update takedowns t set text_hash = sha256(convert_to(lower(y.description), 'UTF8'))
  from (select id, description from yolos union all select id, description from deleted_yolos) y
 where t.kind = 'text' and y.id = t.yolo_id;
