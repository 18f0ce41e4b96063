import type pg from 'pg'

/** Drops all that migrations made, and nothing of an extension or of another schema. */
export async function emptied(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare one text;
    begin
      -- Each list of names is whole before anything goes: a cascade takes some that are still to come.
      foreach one in array array(select format('%I', relname) from pg_class
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) loop
        execute 'drop table if exists ' || one || ' cascade';
      end loop;
      foreach one in array array(select oid::regprocedure::text from pg_proc
                  where pronamespace = 'public'::regnamespace
                    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')) loop
        execute 'drop routine if exists ' || one || ' cascade';
      end loop;
      foreach one in array array(select oid::regtype::text from pg_type
                  where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
                    and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')) loop
        execute 'drop type if exists ' || one || ' cascade';
      end loop;
    end $$`)
}

/**
 * Runs `work` without triggers and without references, which only a superuser could switch off: those are
 * taken away and made again, and so checked for every row.
 */
export async function withoutGuards(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal`,
  )
  const { rows: references } = await client.query<{ table: string; name: string; text: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  for (const one of references)
    await client.query(`alter table ${one.table} drop constraint ${one.name}`)
  await work()
  for (const one of references)
    await client.query(`alter table ${one.table} add constraint ${one.name} ${one.text}`)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}
