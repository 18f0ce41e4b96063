-- The place provider while it is away, as any process of the site found it: admins read of it on their overview.

create table provider_outages (
  provider     text primary key,
  reason       text not null,
  since        timestamptz not null,
  asked_at     timestamptz not null,
  -- Before this nobody asks it.
  ask_again_at timestamptz not null
);
