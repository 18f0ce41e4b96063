import { sql } from 'kysely'

/** What LIKE would take for something else. */
export const sign = /[%_\\]/

/** Folding drops '100%' to '100': what is typed with such a sign has to stand in the name as it is. */
export function literals(q: string) {
  const typed = q.split(/\s+/).filter((word) => sign.test(word))
  return sql<boolean>`(${sql.join([sql`true`, ...typed.map((word) => sql`strpos(lower(name || ' ' || coalesce(name_en, '')), lower(${word})) > 0`)], sql` and `)})`
}
