-- The demo's stand-in for Apple hands out codes too; all processes share them, and its keys.
alter table apple_logins drop constraint apple_logins_step_check;
alter table apple_logins add constraint apple_logins_step_check
  check (step in ('state', 'code', 'stand-in'));

-- One row, made at the first start with a stand-in; without one, none.
create table apple_stand_in (
  single     boolean primary key default true check (single),
  -- Signs its id tokens (JWK), and what proves that it is us who ask (PKCS 8).
  issuer_key jsonb not null,
  client_key text not null
);
