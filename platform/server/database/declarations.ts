import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const root = new URL('../../../', import.meta.url)

/** The functions, views and triggers in the `*.sql` files beside the features and rules that they serve. */
type Declarations = { texts: string[]; checksum: string }

export async function readDeclarations(): Promise<Declarations> {
  const texts: string[] = []
  for (const folder of ['domain/', 'features/', 'platform/']) {
    const names = await readdir(new URL(folder, root), { recursive: true })
    for (const name of names.filter((file) => file.endsWith('.sql')).sort())
      texts.push(await readFile(new URL(folder + name, root), 'utf8'))
  }
  const all = texts.flatMap((text) => text.split(/^(?=create )/m))
  const declared = all.filter((text) => text.startsWith('create '))
  const checksum = createHash('sha256').update(declared.join('')).digest('hex')
  return { texts: declared, checksum }
}

/**
 * Replaces all functions, views and triggers with those of the files, in the current transaction. Functions that the
 * migrations create stay, because indexes are built on them.
 */
export async function applyDeclarations(
  client: pg.Client,
  { texts }: Declarations,
  migrationFunctions: string[],
): Promise<void> {
  const { rows } = await client.query<{ identity: string }>(
    `select 'function ' || oid::regprocedure as identity from pg_proc p
      where pronamespace = 'public'::regnamespace and proname <> all ($1)
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
     select 'view ' || oid::regclass from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'`,
    [migrationFunctions],
  )
  for (const { identity } of rows)
    await client.query(`drop ${identity.replace(' ', ' if exists ')} cascade`)
  // Functions may use one another in any order; views and triggers use functions.
  await client.query('set local check_function_bodies = off')
  for (const kind of ['function', 'view', 'trigger'])
    for (const text of texts) if (text.startsWith(`create ${kind} `)) await client.query(text)
}
