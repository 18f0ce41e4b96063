import { sql } from 'kysely'

/** SQL for a column's timestamp as ISO 8601 text in UTC. */
export const isoTimestampSql = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
