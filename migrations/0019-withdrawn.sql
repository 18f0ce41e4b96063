-- Votes and reports that members withdrew and that still matter (rules: reports, trust).

-- Members' votes that were deleted within the last 90 days, mostly because the member withdrew them. Without these
-- rows, a member could vote for many dishes, later keep only the votes that another member also has, and so seem to be
-- the one whom the other copied. Written by the trigger votes_withdrawn. item_id isn't a foreign key, so that the row
-- stays when the dish is deleted.
create table withdrawn_votes (
  user_id      integer not null references users on delete cascade,
  item_id      integer not null,
  withdrawn_at timestamptz not null,
  primary key (user_id, item_id)
);
create index withdrawn_votes_at on withdrawn_votes (withdrawn_at);

-- hid_at: when the report first counted while the thing was hidden. If such a report is withdrawn, it stays and waits
-- for an admin, but doesn't count. Otherwise five members could hide a restaurant again and again.
alter table item_reports
  add column hid_at timestamptz,
  add column withdrawn_at timestamptz;
alter table restaurant_reports
  add column hid_at timestamptz,
  add column withdrawn_at timestamptz;
-- Set if its reporter withdrew a report that was already decided: they see the thing again, and can't have it decided
-- twice.
alter table abuse_reports
  add column withdrawn_at timestamptz;
-- Existing reports of things that are hidden now.
update item_reports r set hid_at = clock_timestamp() from items i
 where i.id = r.item_id and i.hidden_at is not null and r.cleared_at is null;
update restaurant_reports r set hid_at = clock_timestamp() from restaurants p
 where p.id = r.restaurant_id and p.hidden_at is not null and r.cleared_at is null;
