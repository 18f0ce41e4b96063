-- How often someone was shown an empty list, by day (UTC) and by the city nearest to the point they asked about.
create table empty_lists (
  day         date not null,
  city_slug   text not null,
  category_id smallint not null,
  city_label  text not null,
  times       integer not null,
  -- One bit for each of 64 groups of networks, set once someone from the group asked. The bits tell roughly how many
  -- different networks asked, but not which.
  networks    bit(64) not null,
  constraint empty_lists_pkey primary key (day, city_slug, category_id),
  constraint empty_lists_category_id_fkey foreign key (category_id) references categories(id),
  constraint empty_lists_times_check check (times > 0)
);

-- Searches that found nothing. `city_slug` is '' if a search was about no place.
create table failed_searches (
  day        date not null,
  city_slug  text not null,
  text       text not null,
  city_label text not null,
  times      integer not null,
  networks   bit(64) not null,
  constraint failed_searches_pkey primary key (day, city_slug, text),
  constraint failed_searches_text_check check (text <> '' and length(text) <= 60),
  constraint failed_searches_times_check check (times > 0)
);

-- Links that invite to a city for a campaign, with counts of what came of them.
create table invitations (
  id              integer not null generated always as identity,
  code            text not null,
  city_slug       text not null,
  city_label      text not null,
  campaign        text not null,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  opened          integer not null default 0,
  joined          integer not null default 0,
  first_favorites integer not null default 0,
  constraint invitations_pkey primary key (id),
  constraint invitations_code_key unique (code),
  constraint invitations_campaign_check check (campaign <> '')
);

-- Members who joined by an invitation, until their first favorite is counted, for at most 30 days.
create table invited_members (
  user_id       integer not null,
  invitation_id integer not null,
  joined_at     timestamptz not null,
  -- The member is counted as joined. Only then is their first favorite counted.
  counted       boolean not null default true,
  constraint invited_members_pkey primary key (user_id),
  constraint invited_members_invitation_id_fkey foreign key (invitation_id) references invitations(id),
  constraint invited_members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index invited_members_invitation on invited_members (invitation_id);
create index invited_members_joined_at on invited_members (joined_at);
