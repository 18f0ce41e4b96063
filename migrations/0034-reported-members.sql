-- A report of a member is about their name, bio and picture as they were, as one of a text is about that text (rules:
-- decisions on reports). `abuse_reports.seen` then has the name and bio, and `content_hash` the hashes of all three.

-- A member may report another name, bio or picture of the same member.
drop index abuse_reports_member;
create unique index abuse_reports_member on abuse_reports (reporter_id, member_id, content_hash) nulls not distinct
  where kind = 'member';

alter table avatars
  -- SHA-256 of the original as it is stored; null for pictures from before this migration.
  add column content_hash bytea;

-- A takedown that has ended refuses what its hashes name: what was taken down, if something else stood there by then.
-- Those that ended before refuse nothing.
update takedowns set content_hash = null, reported_hashes = '{}' where restored_at is not null;
