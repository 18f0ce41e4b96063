-- What members took back, as far as it still says something (rules: reports, trust).

-- Dishes that a member voted for and took the vote back from, for 90 days: whoever votes for many dishes and later keeps
-- only those of another member was not the first to like just these. Kept by votes_withdrawn; not a reference to the
-- dish, for what it tells is about the member.
create table withdrawn_votes (
  user_id      integer not null references users on delete cascade,
  item_id      integer not null,
  withdrawn_at timestamptz not null,
  primary key (user_id, item_id)
);
create index withdrawn_votes_at on withdrawn_votes (withdrawn_at);

-- hid_at: since when it counted while the thing was hidden. Taken back, such a report stays, counts for nothing and still waits for
-- an admin: five members could else hide a restaurant again and again.
alter table item_reports
  add column hid_at timestamptz,
  add column withdrawn_at timestamptz;
alter table restaurant_reports
  add column hid_at timestamptz,
  add column withdrawn_at timestamptz;
-- A decided report that was taken back: its reporter sees the thing again, and can't have it decided twice.
alter table abuse_reports
  add column withdrawn_at timestamptz;
-- Those of what is hidden now.
update item_reports r set hid_at = clock_timestamp() from items i
 where i.id = r.item_id and i.hidden_at is not null and r.cleared_at is null;
update restaurant_reports r set hid_at = clock_timestamp() from restaurants p
 where p.id = r.restaurant_id and p.hidden_at is not null and r.cleared_at is null;
