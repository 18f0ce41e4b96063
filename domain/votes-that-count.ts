import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

const day = 24 * 60 * 60 * 1000
/** An unverified member's votes count for this long (rules: unverified members). */
const unverifiedCount = 7 * day
/** A report this old stops counting once a verified member says that the dish is there (rules: reports). */
const reportsCount = 30 * day

/** Members who joined by then and are unverified have no counting votes. */
const unverifiedSince = (now: Date) => new Date(now.getTime() - unverifiedCount)

/** Reports made before are stale. */
export const staleBefore = (now: Date) => new Date(now.getTime() - reportsCount)

/** Whether the votes of a row of `users` have not lapsed, by its alias. */
const notLapsed = (user: string, now: Date) => sql<boolean>`
  (${sql.ref(`${user}.email_verified_at`)} is not null or ${sql.ref(`${user}.created_at`)} > ${unverifiedSince(now)})`

/** Whether the votes of a row of `users` count: neither lapsed nor held. */
const votesCountOf = (user: string, now: Date) => sql<boolean>`
  (${notLapsed(user, now)} and ${sql.ref(`${user}.held_at`)} is null)`

/**
 * Locks these members' rows and says of each whether a vote of theirs counts: a part of a statement. What would
 * change that waits for the transaction, and then sets its votes right.
 */
export const lockingVoters = (ids: number[], now: Date) => sql<{
  id: number
  counts: boolean
}>`
  select id, ${votesCountOf('users', now)} as counts
    from users where id = any (${ids}::integer[]) order by id for no key update`

/** Lets these members' votes count, or not, as they should now. */
export const setVotesRight = (database: Database, members: number[], now: Date) =>
  sql`
    update votes v set counted = not v.counted from users u
     where u.id = v.user_id and u.id = any (${members}::integer[])
       and v.counted <> ${votesCountOf('u', now)}`.execute(database)

/**
 * Members with votes that count and shouldn't, or the other way round. A branch for each reason that sets votes
 * aside, so that each goes by its own index: a reason added to `votesCountOf` needs a branch here.
 */
export async function membersWithWrongVotes(database: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join votes v on v.user_id = u.id and v.counted
     where u.email_verified_at is null and not ${notLapsed('u', now)}
    union
    select u.id from users u join votes v on v.user_id = u.id and v.counted
     where u.held_at is not null
    union
    select u.id from votes v join users u on u.id = v.user_id
     where not v.counted and ${votesCountOf('u', now)}
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}
