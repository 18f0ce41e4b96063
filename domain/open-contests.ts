import { type RawBuilder, sql } from 'kysely'

type PointSql = { latitude: RawBuilder<unknown>; longitude: RawBuilder<unknown> }

/** SQL for whether one of these positions is in the area of an open contest, whose entries change if a dish moves. */
export const inOpenContestSql = (now: Date, ...positions: PointSql[]) => {
  const away = positions.map(
    ({ latitude, longitude }) =>
      sql`miles_between(k.latitude, k.longitude, ${latitude}, ${longitude})`,
  )
  return sql<boolean>`exists (
    select from contests k
     where k.closed_at is null and k.entries_from <= ${now} and k.miles >= least(${sql.join(away)}))`
}
