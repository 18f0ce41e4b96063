-- The outcomes of members' writes with an Idempotency-Key. A repeated request gets the same answer and isn't run again.

create table idempotency_keys (
  user_id    integer not null references users on delete cascade,
  -- Method and path of the call, as the contract declares it.
  route      text not null,
  key        text not null,
  -- SHA-256 of the checked input.
  input_hash bytea not null,
  started_at timestamptz not null,
  -- The answer or the refusal; null while the call runs. Not jsonb, which would reorder its keys.
  outcome    json,
  primary key (user_id, route, key)
);
create index idempotency_keys_started on idempotency_keys (started_at);
