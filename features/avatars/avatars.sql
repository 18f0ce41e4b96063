create trigger avatars_deleted after delete on avatars
  for each row execute function leave_photo();
create trigger avatars_replaced after update of name on avatars
  for each row when (old.name <> new.name) execute function leave_photo();
