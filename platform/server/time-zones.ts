import { sql } from 'kysely'
import { mainTimeZoneName } from '#platform/contract/shapes.ts'
import type { Database } from './services.ts'

/**
 * Returns the name that the database has for a time zone, or null if it has none. JavaScript's main name can be an old
 * one ('Asia/Calcutta'), which a system's tzdata may know only by its newer name ('Asia/Kolkata').
 */
export function zoneNameAmong(names: readonly string[], zone: string): string | null {
  if (names.includes(zone)) return zone
  return names.find((name) => mainTimeZoneName(name) === zone) ?? null
}

/** The names in use so far, because the database reads hundreds of files for the list of all. */
const known = new WeakMap<Database, Map<string, Promise<string | null>>>()

/** Like `zoneNameAmong`, of the names that this database knows. */
export function databaseTimeZone(database: Database, zone: string): Promise<string | null> {
  const names = known.get(database) ?? new Map<string, Promise<string | null>>()
  known.set(database, names)
  const found = names.get(zone) ?? readName(database, zone)
  names.set(zone, found)
  found.catch(() => names.delete(zone))
  return found
}

async function readName(database: Database, zone: string): Promise<string | null> {
  const { rows: same } = await sql<{ known: boolean }>`
    select knows_time_zone(${zone}) as known`.execute(database)
  if (same[0]!.known) return zone
  // A zone's new name begins as its old one. Comparing all names would hold the thread (docs/safety.md, S30).
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names
     where split_part(name, '/', 1) = split_part(${zone}, '/', 1) order by name`.execute(database)
  return zoneNameAmong(
    rows.map(({ name }) => name),
    zone,
  )
}
