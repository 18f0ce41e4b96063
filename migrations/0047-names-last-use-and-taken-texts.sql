alter table users
  -- The display name that a verified member took from this account (rules: names); null once its member chose another.
  add column lost_name text,
  -- Whether the operator gave the display name of now (`user rename`), which its member can't change for a year.
  add column name_by_operator boolean not null default false,
  -- The day (UTC) on which the account was last used; of accounts of before, the day of this migration if not used since.
  add column last_used_on date default current_date;
alter table users alter column last_used_on drop default;

alter table takedowns
  -- The text that stood there when it was taken down, or the member's name and bio; null for a photo.
  add column seen text,
  -- `content_hash` as it was before the takedown ended, which it has again if that is undone.
  add column ended_hash bytea;

-- Until now both were read from the audit.
update takedowns t
   set seen = case when t.kind = 'text' then a.before ->> 'description'
                   else concat_ws(E'\n', a.before ->> 'userName', nullif(a.before ->> 'bio', '')) end
  from audit a
 where a.action = 'abuse.take-down' and a.at = t.created_at and t.kind <> 'photo'
   and a.subject = case when t.kind = 'member' then 'member ' || t.member_id else 'text of yolo ' || t.yolo_id end;
update takedowns t
   set ended_hash = decode(a.before ->> 'contentHash', 'hex')
  from audit a
 where a.action = 'abuse.restore' and a.at = t.restored_at
   and a.subject = case when t.kind = 'member' then 'member ' || t.member_id else t.kind || ' of yolo ' || t.yolo_id end;
