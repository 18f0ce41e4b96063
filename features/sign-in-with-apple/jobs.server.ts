import type { JobQueue } from '#platform/server/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import type { AppleProvider } from './provider.server.ts'

const day = 24 * 60 * 60 * 1000

/** Sent where an account goes (`deleteLeavers` of accounts): outlives it, and Apple's absence. */
export const revokeQueue = (apple: AppleProvider | null): JobQueue<{ refreshToken: string }> => ({
  name: 'apple-revoke',
  retryLimit: 12,
  retryDelay: 10,
  run: async ({ refreshToken }) => apple?.revoke(refreshToken),
})

/** A name that Apple told once outlives its code, for a log-in that broke off. */
export const forgetQueue = ({ database, clock }: Services): JobQueue => ({
  name: 'forget-apple-logins',
  every: '17 3 * * *',
  async run() {
    await database
      .deleteFrom('apple_logins')
      .where('expires_at', '<=', new Date(clock.now().getTime() - 30 * day))
      .execute()
  },
})
