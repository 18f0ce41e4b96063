-- A restaurant that an unverified member added: out of the lists (`hidden_at`), and seen by its adder alone, until a
-- verified member's dish hangs on it or a source brings it (rules: missing restaurants).
alter table restaurants
  add column unconfirmed boolean not null default false,
  add check (not unconfirmed or hidden_at is not null or deleted_at is not null);
