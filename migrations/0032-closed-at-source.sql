-- What a source of places calls closed for good: an admin decides, an import never deletes.

create table source_closures (
  -- The source's own row, which may be merged into another.
  told_id    integer primary key references restaurants on delete cascade,
  source     text not null,
  -- When the source says that it learnt so, in seconds; null where it doesn't say.
  dated      bigint,
  told_at    timestamptz not null,
  -- An admin has decided; told again with nothing newer it stays so.
  settled_at timestamptz
);
create index source_closures_open on source_closures (told_id) where settled_at is null;
