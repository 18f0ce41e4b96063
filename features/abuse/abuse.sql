-- Keeps users.suspended_at, yolos.text_down and yolos.photo_down up to date.
create function take_down() returns trigger language plpgsql as $$
declare it takedowns := case when tg_op = 'DELETE' then old else new end;
begin
  -- The row is locked first, so that the second of two decisions at once sees what the first one did.
  if it.kind = 'member' then
    perform 1 from users where id = it.member_id for no key update;
    update users set suspended_at = (select min(created_at) from takedowns
                                       where member_id = it.member_id and kind = 'member' and restored_at is null)
     where id = it.member_id;
  else
    perform 1 from yolos where id = it.yolo_id for no key update;
    update yolos y set text_down = 'text' = any (down.kinds), photo_down = 'photo' = any (down.kinds)
      from (select coalesce(array_agg(kind), '{}') as kinds from takedowns
             where yolo_id = it.yolo_id and restored_at is null) down
     where y.id = it.yolo_id;
  end if;
  return null;
end $$;
create trigger takedowns_take_down after insert or delete or update of restored_at on takedowns
  for each row execute function take_down();

-- When a yolo is deleted, decided reports and the decisions on them are
-- deleted as well, and its takedowns except those by whose hashes a text or photo is known again, which lose the text.
create function leave_abuse() returns trigger language plpgsql as $$
begin
  delete from abuse_reports where yolo_id = old.id and closed_at is not null;
  delete from takedowns where yolo_id = old.id and content_hash is null and reported_hashes = '{}';
  update takedowns set seen = null where yolo_id = old.id and seen is not null;
  delete from report_decisions where subject in ('text of yolo ' || old.id, 'photo of yolo ' || old.id);
  return null;
end $$;
create trigger yolos_leave_abuse after delete on yolos for each row execute function leave_abuse();
