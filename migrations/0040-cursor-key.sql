-- The key with which positions in public lists are sealed (platform/server/sealed-cursor.ts). All processes share it. Its
-- randomness is that of two version-4 UUIDs, 244 bits.
create table cursor_key (
  single boolean primary key default true check (single),
  key    bytea not null
);
insert into cursor_key (key)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
