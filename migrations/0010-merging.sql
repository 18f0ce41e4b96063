-- Two items, or two restaurants, that were one all along (rules: merging): what was merged, and all that
-- undoing it needs.
create table merges (
  id         integer generated always as identity primary key,
  kind       text not null check (kind in ('item', 'restaurant')),
  from_id    integer not null,
  into_id    integer not null check (into_id <> from_id),
  -- The merging of two restaurants that this one is part of.
  part_of    integer references merges on delete cascade,
  actor_id   integer not null,
  through_id integer,
  at         timestamptz not null,
  -- What the one that stays had of its own where the merging changed it; nothing of a member.
  before     jsonb not null,
  undone_at  timestamptz
);
create index merges_part on merges (part_of) where part_of is not null;

-- What became of each member's part in it: a yolo, vote or report moved, or was one too many and went.
-- Deleted with its member, so that nothing of theirs outlives the account.
create table merge_parts (
  id       bigint generated always as identity primary key,
  merge_id integer not null references merges on delete cascade,
  user_id  integer not null references users on delete cascade,
  kind     text not null check (kind in ('yolo', 'vote', 'report')),
  -- The item, or the restaurant, on which it was.
  was_on   integer not null,
  moved    boolean not null,
  yolo_id  integer,
  -- The row that went, whole; for a yolo also what its member's other one was before and after.
  went     jsonb,
  -- Two photos of one member: the older one's files are kept under this name.
  photo    text
);
create index merge_parts_merge on merge_parts (merge_id, kind);
create index merge_parts_user on merge_parts (user_id);
create index merge_parts_yolo on merge_parts (yolo_id) where yolo_id is not null;
