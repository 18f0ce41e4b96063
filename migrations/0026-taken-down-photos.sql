-- A photo that was taken down isn't uploaded again by its author (rules: decisions on reports).

alter table photos
  -- SHA-256 of the original as it is stored; null for photos from before this migration.
  add column content_hash bytea;

-- SHA-256 by which a text or photo that was taken down is known again, also once its yolo is deleted; null for a member.
alter table takedowns rename column text_hash to content_hash;
update takedowns t
   set content_hash = sha256(convert_to(
         regexp_replace(lower(normalize(y.description, nfkc)), '[[:space:][:punct:][:cntrl:]\u00ad\u200b-\u200f\u2060\ufeff]+', '', 'g'),
         'UTF8'))
  from (select id, description from yolos union all select id, description from deleted_yolos) y
 where t.kind = 'text' and y.id = t.yolo_id;
