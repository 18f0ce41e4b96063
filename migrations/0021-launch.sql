-- The launch desk: what is asked for and not found, and invitations (rules: unmet demand, invitations).

-- Lists that someone was shown empty, by day (UTC) and by the city next to the point that was asked about.
create table empty_lists (
  day         date not null,
  city_slug   text not null,
  category_id smallint not null references categories,
  city_label  text not null,
  times       integer not null check (times > 0),
  -- One bit for each 64th of all networks, set once someone of it asked. How many different ones asked follows from
  -- it, and not which.
  networks    bit(64) not null,
  primary key (day, city_slug, category_id)
);

-- Searches that found nothing. The city is '' where the search was about no place.
create table failed_searches (
  day        date not null,
  city_slug  text not null,
  text       text not null check (text <> '' and length(text) <= 60),
  city_label text not null,
  times      integer not null check (times > 0),
  networks   bit(64) not null,
  primary key (day, city_slug, text)
);

-- A link for a city and a campaign, and what came of it as counts alone.
create table invitations (
  id              integer generated always as identity primary key,
  code            text not null unique,
  city_slug       text not null,
  city_label      text not null,
  campaign        text not null check (campaign <> ''),
  created_at      timestamptz not null,
  ended_at        timestamptz,
  opened          integer not null default 0,
  joined          integer not null default 0,
  first_favorites integer not null default 0
);

-- Who joined by an invitation, until their first favorite is counted, for 30 days at the most.
create table invited_members (
  user_id       integer primary key references users on delete cascade,
  invitation_id integer not null references invitations,
  joined_at     timestamptz not null
);
create index invited_members_invitation on invited_members (invitation_id);
create index invited_members_joined_at on invited_members (joined_at);
