-- Two items, or two restaurants, that were one all along. The one that goes keeps its row, deleted,
-- and leads to the one that stays; always to that itself, however often it is merged in turn.
alter table items
  add column merged_into integer references items on delete cascade,
  -- Its name leads there too, until the item that stayed is named anew or moves to another category.
  add column name_leads  boolean not null default true,
  add constraint items_merged_are_gone check (merged_into is null or deleted_at is not null);
create index items_merged on items (merged_into) where merged_into is not null;
create index items_former_names on items (restaurant_id, category_id, name_key) where merged_into is not null;

alter table restaurants
  add column merged_into integer references restaurants on delete cascade,
  add constraint restaurants_merged_are_gone check (merged_into is null or deleted_at is not null);
create index restaurants_merged on restaurants (merged_into) where merged_into is not null;

create function forget_former_names() returns trigger language plpgsql as $$
begin
  update items set name_leads = false where merged_into = new.id and name_leads;
  return null;
end $$;
create trigger items_renamed after update of name_key, category_id on items
  for each row when ((old.name_key, old.category_id) is distinct from (new.name_key, new.category_id))
  execute function forget_former_names();

-- What was merged, and all that undoing it needs.
create table merges (
  id         integer generated always as identity primary key,
  kind       text not null check (kind in ('item', 'restaurant')),
  from_id    integer not null,
  into_id    integer not null check (into_id <> from_id),
  -- The merging of two restaurants that this one was done for.
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
-- Goes with its member, so that nothing of theirs outlives the account.
create table merge_parts (
  id       bigint generated always as identity primary key,
  merge_id integer not null references merges on delete cascade,
  user_id  integer not null references users on delete cascade,
  kind     text not null check (kind in ('yolo', 'vote', 'report')),
  -- The item, or the restaurant, on which it was.
  was_on   integer not null,
  moved    boolean not null,
  yolo_id  integer,
  -- What went, whole; for a yolo also what its member's other one was before and after.
  went     jsonb,
  -- Two photos of one member: the older one's files are kept under this name.
  photo    text
);
create index merge_parts_merge on merge_parts (merge_id, kind);
create index merge_parts_user on merge_parts (user_id);
create index merge_parts_yolo on merge_parts (yolo_id) where yolo_id is not null;

create function leave_merged_photo() returns trigger language plpgsql as $$
begin
  insert into stray_photos (name, due) values (old.photo, now()) on conflict do nothing;
  return null;
end $$;
create trigger merge_parts_deleted after delete on merge_parts
  for each row when (old.photo is not null) execute function leave_merged_photo();

-- While two items become one, what they sum up is summed up once, at the end.
create or replace trigger votes_counted after insert or delete or update of counted on votes
  for each row when (current_setting('yolo.merging', true) is distinct from 'on')
  execute function count_votes();
create or replace trigger yolos_counted after insert or delete or update of item_id on yolos
  for each row when (current_setting('yolo.merging', true) is distinct from 'on')
  execute function count_yolos();
create or replace trigger yolo_tags_gathered after insert or delete on yolo_tags
  for each row when (current_setting('yolo.merging', true) is distinct from 'on')
  execute function gather_tags();
create or replace trigger yolos_tags_gathered after delete or update of item_id on yolos
  for each row when (current_setting('yolo.merging', true) is distinct from 'on')
  execute function gather_tags_after_yolo();
create or replace trigger item_reports_weighed after insert or delete or update of cleared_at on item_reports
  for each row when (current_setting('yolo.merging', true) is distinct from 'on')
  execute function item_report_changed();

-- An item's sums anew from its rows, under its lock.
create function sum_up_item(which integer) returns void language plpgsql as $$
begin
  perform 1 from items where id = which for no key update;
  update items
     set vote_count = (select count(*) from votes where item_id = which and counted),
         yolo_count = (select count(*) from yolos where item_id = which),
         newest_yolo_at = (select max(created_at) from yolos where item_id = which)
   where id = which;
  perform gather_item_tags(which);
  perform weigh_item_reports(which);
end $$;
