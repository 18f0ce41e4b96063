-- Corrections that two members alone can't force on a restaurant (rules: corrections).

alter table restaurants
  -- Where an import or an admin last set the pin, once members have moved it; null while it stands there. Members'
  -- ten miles are counted from here, however often they move it.
  add column trusted_pin jsonb;

-- What was taken over can be undone as long as the restaurant is there: its row outlives both members' accounts.
-- `agreed_by` is also set while it waits: a second member agrees, an admin decides.
alter table restaurant_corrections
  alter column user_id drop not null,
  drop constraint restaurant_corrections_user_id_fkey,
  add constraint restaurant_corrections_user_id_fkey
    foreign key (user_id) references users on delete set null;
