import { sql } from 'kysely'

/** A moment in a column, as ISO 8601 in UTC. */
export const instantOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
