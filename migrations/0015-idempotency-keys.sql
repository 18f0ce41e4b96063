create table idempotency_keys (
  user_id    integer not null,
  -- Method and path of the call, as the contract declares it.
  route      text not null,
  key        text not null,
  -- SHA-256 of the checked input.
  input_hash bytea not null,
  started_at timestamptz not null,
  -- The answer or the refusal; null while the call runs. Not jsonb, which would reorder its keys.
  outcome    json,
  constraint idempotency_keys_pkey primary key (user_id, route, key),
  constraint idempotency_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index idempotency_keys_started on idempotency_keys (started_at);
