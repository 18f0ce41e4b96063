import type { Database } from './services.ts'

/**
 * Returns keys of this site, which are made when first needed and shared by all processes. Backups leave them out. If two
 * processes make them at once, both use those of the first.
 */
export async function siteKeys<Keys extends object>(
  database: Database,
  name: string,
  make: () => Keys | Promise<Keys>,
): Promise<Keys> {
  const stored = () =>
    database.selectFrom('site_keys').select('keys').where('name', '=', name).executeTakeFirst()
  const found = await stored()
  if (found) return found.keys as Keys
  await database
    .insertInto('site_keys')
    .values({ name, keys: JSON.stringify(await make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored())!.keys as Keys
}
