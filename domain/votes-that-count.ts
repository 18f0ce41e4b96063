import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
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

/** Whether the votes of a row of `users` count, by its alias. */
const votesCountOf = (user: string, now: Date) => sql<boolean>`
  (${sql.ref(`${user}.email_verified_at`)} is not null or ${sql.ref(`${user}.created_at`)} > ${unverifiedSince(now)})`

/**
 * Locks a member's row and says whether a vote of theirs counts; null without such a member. What would change
 * that waits for this transaction, and then sets its vote right.
 */
export async function lockVoter(
  tx: Transaction<DB>,
  id: number,
  now: Date,
): Promise<{ counts: boolean } | null> {
  const voter = await tx
    .selectFrom('users')
    .select(votesCountOf('users', now).as('counts'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return voter ?? null
}

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
     where u.email_verified_at is null and not ${votesCountOf('u', now)}
    union
    select u.id from votes v join users u on u.id = v.user_id
     where not v.counted and ${votesCountOf('u', now)}
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}
