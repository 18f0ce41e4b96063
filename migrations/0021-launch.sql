-- The launch desk: what visitors asked for and didn't find, and invitations (rules: unmet demand, invitations).

-- How often someone was shown an empty list, by day (UTC) and by the city nearest to the point they asked about.
create table empty_lists (
  day         date not null,
  city_slug   text not null,
  category_id smallint not null references categories,
  city_label  text not null,
  times       integer not null check (times > 0),
  -- One bit for each of 64 groups of networks, set once someone from the group asked. The bits tell roughly how many
  -- different networks asked, but not which.
  networks    bit(64) not null,
  primary key (day, city_slug, category_id)
);

-- Searches that found nothing. `city_slug` is '' if a search was about no place.
create table failed_searches (
  day        date not null,
  city_slug  text not null,
  text       text not null check (text <> '' and length(text) <= 60),
  city_label text not null,
  times      integer not null check (times > 0),
  networks   bit(64) not null,
  primary key (day, city_slug, text)
);

-- Links that invite to a city for a campaign, with counts of what came of them.
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

-- Members who joined by an invitation, until their first favorite is counted, for at most 30 days.
create table invited_members (
  user_id       integer primary key references users on delete cascade,
  invitation_id integer not null references invitations,
  joined_at     timestamptz not null
);
create index invited_members_invitation on invited_members (invitation_id);
create index invited_members_joined_at on invited_members (joined_at);
