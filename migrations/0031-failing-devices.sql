-- Each device waits in its own row for its next push; no job stands for it any more (rules: pushes).
alter table push_subscriptions
  -- Since when no push has reached the device; null if the last one did, or none was sent yet.
  add column failing_since timestamptz;
