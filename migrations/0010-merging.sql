-- Merges of two items, or of two restaurants, that are the same (rules: merging), with all that is needed to undo them.
create table merges (
  id         integer not null generated always as identity,
  kind       text not null,
  from_id    integer not null,
  into_id    integer not null,
  -- The merge of two restaurants that this merge of two items is part of.
  part_of    integer,
  actor_id   integer not null,
  through_id integer,
  at         timestamptz not null,
  -- What undoing the merge needs to know, such as values of the one that stays from before the merge. Contains no data
  -- of members.
  before     jsonb not null,
  undone_at  timestamptz,
  constraint merges_pkey primary key (id),
  constraint merges_part_of_fkey foreign key (part_of) references merges(id) on delete cascade,
  constraint merges_check check (into_id <> from_id),
  constraint merges_kind_check check (kind in ('item', 'restaurant'))
);
create index merges_from on merges (from_id) where kind = 'restaurant' and undone_at is null;
create index merges_part on merges (part_of) where part_of is not null;

-- What a merge did to each yolo, vote or report of a member: it was moved to the item or restaurant that stays, or
-- deleted because the member couldn't have it there as well. Rows are deleted with their member's account.
create table merge_parts (
  id       bigint not null generated always as identity,
  merge_id integer not null,
  user_id  integer not null,
  kind     text not null,
  -- The item or restaurant that it belonged to before.
  was_on   integer not null,
  moved    boolean not null,
  yolo_id  integer,
  -- The complete row that the merge deleted; null if the row was moved. For a yolo, also the member's other yolo before
  -- and after the two were joined.
  went     jsonb,
  -- The file name of the older photo if both of a member's yolos had one. Its files are kept.
  photo    text,
  constraint merge_parts_pkey primary key (id),
  constraint merge_parts_merge_id_fkey foreign key (merge_id) references merges(id) on delete cascade,
  constraint merge_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint merge_parts_kind_check check (kind in ('yolo', 'vote', 'report'))
);
create index merge_parts_merge on merge_parts (merge_id, kind);
create index merge_parts_user on merge_parts (user_id);
create index merge_parts_yolo on merge_parts (yolo_id) where yolo_id is not null;
