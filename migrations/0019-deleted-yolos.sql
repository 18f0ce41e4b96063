-- What a deletion took, for as long as it may be taken back; swept once due. Its photo's files wait
-- among the strays until then.
create table deleted_yolos (
  -- The yolo's: it comes back as itself.
  id          integer primary key,
  user_id     integer not null references users on delete cascade,
  -- Who did it may undo it: an owner can't undo an admin's deletion.
  deleted_by  integer not null,
  item_id     integer not null references items on delete cascade,
  description text not null,
  shown_name  text,
  tags        smallint[] not null,
  -- A row of photos, or null.
  photo       jsonb,
  created_at  timestamptz not null,
  due         timestamptz not null
);
create index deleted_yolos_user on deleted_yolos (user_id);
create index deleted_yolos_due on deleted_yolos (due);
