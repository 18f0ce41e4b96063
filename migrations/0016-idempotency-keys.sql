-- How a member's write under an Idempotency-Key ended, so that the same request again is answered and not done again.

create table idempotency_keys (
  user_id    integer not null references users on delete cascade,
  -- Method and path of the call, as the contract declares it.
  route      text not null,
  key        text not null,
  -- SHA-256 of the checked input.
  input_hash bytea not null,
  started_at timestamptz not null,
  -- The answer or the refusal; null while the write runs. Not jsonb: that would change the order of its keys.
  outcome    json,
  primary key (user_id, route, key)
);
create index idempotency_keys_started on idempotency_keys (started_at);
