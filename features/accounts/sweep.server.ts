import type { Transaction } from 'kysely'
import { transact } from '#platform/server/database.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import type { AppleProvider } from './apple-provider.server.ts'

const day = 24 * 60 * 60 * 1000
/** An unverified member's votes count for this long (decision 12). */
const votesCountUnverified = 7 * day

export const bringVotesBack = (tx: Transaction<DB>, userId: number) =>
  tx
    .updateTable('votes')
    .set({ counted: true })
    .where('user_id', '=', userId)
    .where('counted', '=', false)
    .execute()

/** Sets aside the votes of members who stayed unverified for 7 days; of one member at a time, so that locks stay short. */
export async function lapseVotes({ database, clock }: Services): Promise<void> {
  const members = await database
    .selectFrom('votes')
    .innerJoin('users', 'users.id', 'votes.user_id')
    .select('users.id')
    .distinct()
    .where('votes.counted', '=', true)
    .where('users.email_verified_at', 'is', null)
    .where('users.created_at', '<=', new Date(clock.now().getTime() - votesCountUnverified))
    .execute()
  for (const { id } of members)
    await transact(database, (tx) =>
      tx
        .updateTable('votes')
        .set({ counted: false })
        .where('user_id', '=', id)
        .where('counted', '=', true)
        .where((where) =>
          where.exists(
            where
              .selectFrom('users')
              .select('id')
              .where('id', '=', id)
              .where('email_verified_at', 'is', null),
          ),
        )
        .execute(),
    )
}

/** A vote that crossed its member's verification was set aside for nothing. */
async function returnVotes({ database }: Services): Promise<void> {
  const members = await database
    .selectFrom('votes')
    .innerJoin('users', 'users.id', 'votes.user_id')
    .select('users.id')
    .distinct()
    .where('votes.counted', '=', false)
    .where('users.email_verified_at', 'is not', null)
    .execute()
  for (const { id } of members) await transact(database, (tx) => bringVotesBack(tx, id))
}

async function forget({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await database.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await database.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute()
  // A name that Apple told once outlives its code, for a log-in that broke off.
  await database
    .deleteFrom('apple_logins')
    .where('expires_at', '<=', new Date(now.getTime() - 30 * day))
    .execute()
  await database.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())).execute()
}

/** After the days of grace an account takes all of its own with it (decision 21); Apple is told, however late it listens. */
export async function deleteLeavers({ database, clock, jobs }: Services): Promise<void> {
  await transact(database, async (tx) => {
    const leavers = await tx
      .selectFrom('users')
      .select('id')
      .where('delete_at', '<=', clock.now())
      .forUpdate()
      .execute()
    const ids = leavers.map(({ id }) => id)
    if (ids.length === 0) return
    const held = await tx
      .selectFrom('identities')
      .select('refresh_token')
      .where('user_id', 'in', ids)
      .where('refresh_token', 'is not', null)
      .execute()
    await tx.deleteFrom('users').where('id', 'in', ids).execute()
    for (const { refresh_token: refreshToken } of held)
      await jobs.send('apple-revoke', { refreshToken }, tx)
  })
}

export const revokeQueue = (apple: AppleProvider | null): JobQueue<{ refreshToken: string }> => ({
  name: 'apple-revoke',
  retryLimit: 12,
  retryDelay: 10,
  run: async ({ refreshToken }) => apple?.revoke(refreshToken),
})

export const sweepQueue = (services: Services): JobQueue => ({
  name: 'sweep-accounts',
  every: '17 3 * * *',
  async run() {
    await lapseVotes(services)
    await returnVotes(services)
    await deleteLeavers(services)
    await forget(services)
  },
})
