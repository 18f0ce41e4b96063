import { type RawBuilder, sql } from 'kysely'

/** What LIKE would take for something else. */
export const sign = /[%_\\]/

/** Folding drops '100%' to '100': a query with such a sign must occur in the name literally. */
export function literals(
  q: string,
  text: RawBuilder<unknown> = sql`name || ' ' || coalesce(name_en, '')`,
) {
  const typed = q.split(/\s+/).filter((word) => sign.test(word))
  return sql<boolean>`(${sql.join([sql`true`, ...typed.map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`)], sql` and `)})`
}
