import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

const day = 24 * 60 * 60 * 1000
/** How long an unverified member's votes and favorites count, in milliseconds (rules: unverified members). */
const unverifiedCount = 7 * day
/**
 * From this age (in milliseconds) on, a member's report of a dish stops counting once a verified member says that the
 * dish is there (rules: reports).
 */
const reportsCount = 30 * day

/** Returns the cutoff time: what unverified members did who joined at or before it has lapsed. */
export const unverifiedSince = (now: Date) => new Date(now.getTime() - unverifiedCount)

/** Returns the time before which reports are stale. */
export const staleReportCutoff = (now: Date) => new Date(now.getTime() - reportsCount)

/** SQL condition on a row of `users`, by its alias: the member's votes and favorites haven't lapsed. */
const notLapsed = (user: string, now: Date) => sql<boolean>`
  (${sql.ref(`${user}.email_verified_at`)} is not null or ${sql.ref(`${user}.created_at`)} > ${unverifiedSince(now)})`

/**
 * SQL condition on a row of `users`, by its alias: the member's votes and favorites count, because they are neither
 * lapsed nor held. The trigger of new favorites asks the same (features/yolos/yolos.sql).
 */
export const votesCountOf = (user: string, now: Date) => sql<boolean>`
  (${notLapsed(user, now)} and ${sql.ref(`${user}.held_at`)} is null)`

/**
 * SQL, as a part of a statement, that locks these members' rows and returns whether each one's votes count. A hold or
 * release at the same time waits for this transaction and then updates its votes.
 */
export const lockVotersSql = (ids: number[], now: Date) => sql<{
  id: number
  counts: boolean
}>`
  select id, ${votesCountOf('users', now)} as counts
    from users where id = any (${ids}::integer[]) order by id for no key update`

/**
 * Maximum number of votes that one statement corrects, because no statement may take longer than ten seconds. 15,000 took
 * 3 s of the processor, and more than ten on a busy machine.
 */
const votesAtOnce = 4_000

/**
 * Corrects `counted` on those favorites and votes of these members where it is wrong now: votes of a few dishes at a
 * time, in the order of their ids, so that it works for any number of members.
 */
export async function updateCounted(database: Database, members: number[], now: Date) {
  await sql`
    update yolos y set counted = not y.counted from users u
     where u.id = y.user_id and u.id = any (${members}::integer[])
       and y.counted <> ${votesCountOf('u', now)}`.execute(database)
  const wrong = sql`
    u.id = v.user_id and u.id = any (${members}::integer[]) and v.counted <> ${votesCountOf('u', now)}`
  const { rows } = await sql<{ id: number }>`
    select distinct v.item_id as id from votes v, users u where ${wrong} order by 1`.execute(
    database,
  )
  const items = rows.map(({ id }) => id)
  const step = Math.max(1, Math.floor(votesAtOnce / members.length))
  for (let from = 0; from < items.length; from += step)
    await sql`
      update votes v set counted = not v.counted from users u
       where ${wrong} and v.item_id = any (${items.slice(from, from + step)}::integer[])`.execute(
      database,
    )
}

/**
 * Returns the members who have votes or favorites with a wrong `counted`. Each reason to set them aside has its own
 * branch, so that each branch can use its own index. A reason added to `votesCountOf` needs a branch here.
 */
export async function membersWithWrongCounts(database: Database, now: Date): Promise<number[]> {
  const wrongIn = (table: 'votes' | 'yolos') => sql`
    select u.id from users u join ${sql.table(table)} act on act.user_id = u.id and act.counted
     where u.email_verified_at is null and not ${notLapsed('u', now)}
    union
    select u.id from users u join ${sql.table(table)} act on act.user_id = u.id and act.counted
     where u.held_at is not null
    union
    select u.id from ${sql.table(table)} act join users u on u.id = act.user_id
     where not act.counted and ${votesCountOf('u', now)}`
  const { rows } = await sql<{ id: number }>`
    ${wrongIn('votes')} union ${wrongIn('yolos')} order by id`.execute(database)
  return rows.map(({ id }) => id)
}
