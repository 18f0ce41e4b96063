-- What admins and user 20 added to an item's votes or took off them (decision 10); the last one stands
-- in items.adjustment. Kept when the account that did it goes.
create table adjustments (
  id         bigint generated always as identity primary key,
  item_id    integer not null references items on delete cascade,
  actor_id   integer not null,
  -- Who really sat there, where the actor was impersonated.
  through_id integer,
  at         timestamptz not null,
  before     integer not null,
  after      integer not null check (after <> before)
);
create index adjustments_item on adjustments (item_id, id desc);
