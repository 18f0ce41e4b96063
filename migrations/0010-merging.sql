-- Merges of two items, or of two restaurants, that are the same (rules: merging), with all that is needed to undo them.
create table merges (
  id         integer generated always as identity primary key,
  kind       text not null check (kind in ('item', 'restaurant')),
  from_id    integer not null,
  into_id    integer not null check (into_id <> from_id),
  -- The merge of two restaurants that this merge of two items is part of.
  part_of    integer references merges on delete cascade,
  actor_id   integer not null,
  through_id integer,
  at         timestamptz not null,
  -- What undoing the merge needs to know, such as values of the one that stays from before the merge. Contains no data
  -- of members.
  before     jsonb not null,
  undone_at  timestamptz
);
create index merges_part on merges (part_of) where part_of is not null;

-- What a merge did to each yolo, vote or report of a member: it was moved to the item or restaurant that stays, or
-- deleted because the member couldn't have it there as well. Rows are deleted with their member's account.
create table merge_parts (
  id       bigint generated always as identity primary key,
  merge_id integer not null references merges on delete cascade,
  user_id  integer not null references users on delete cascade,
  kind     text not null check (kind in ('yolo', 'vote', 'report')),
  -- The item or restaurant that it belonged to before.
  was_on   integer not null,
  moved    boolean not null,
  yolo_id  integer,
  -- The complete row that the merge deleted; null if the row was moved. For a yolo, also the member's other yolo before
  -- and after the two were joined.
  went     jsonb,
  -- The file name of the older photo if both of a member's yolos had one. Its files are kept.
  photo    text
);
create index merge_parts_merge on merge_parts (merge_id, kind);
create index merge_parts_user on merge_parts (user_id);
create index merge_parts_yolo on merge_parts (yolo_id) where yolo_id is not null;
