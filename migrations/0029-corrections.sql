-- What members say a restaurant's facts should be (rules: corrections). A row goes with its proposer's account;
-- what it changed stays, remembered in restaurants.corrected.

create table restaurant_corrections (
  id            integer generated always as identity primary key,
  restaurant_id integer not null references restaurants on delete cascade,
  -- As an import names them: what was corrected here none changes any more.
  field         text not null check (field in ('name', 'address', 'position', 'phone', 'hours')),
  -- What stood when it was proposed, and what should; JSON null where nobody knew.
  before        jsonb not null,
  after         jsonb not null check (after <> before),
  user_id       integer not null references users on delete cascade,
  created_at    timestamptz not null,
  applied_at    timestamptz,
  -- The second member, or an admin; the proposer, where that is one.
  agreed_by     integer references users on delete set null,
  undone_at     timestamptz,
  check (undone_at is null or applied_at is not null)
);
-- Two who propose the same at once agree; one member proposes one thing of a field at a time.
create unique index restaurant_corrections_open on restaurant_corrections (restaurant_id, field, md5(after::text))
 where applied_at is null;
create unique index restaurant_corrections_own on restaurant_corrections (restaurant_id, field, user_id)
 where applied_at is null;
create index restaurant_corrections_restaurant on restaurant_corrections (restaurant_id);
create index restaurant_corrections_user on restaurant_corrections (user_id);
create index restaurant_corrections_agreed on restaurant_corrections (agreed_by) where agreed_by is not null;
