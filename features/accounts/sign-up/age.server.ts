import { createHmac } from 'node:crypto'
import { badInput } from '#platform/contract/failure.ts'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { tooYoung } from '../contract.ts'
import { mailboxOf } from '#features/mail/may-mail.server.ts'
import { emailKey } from '../shapes.ts'

const refusedFor = 24 * 60 * 60 * 1000

function isTooYoung(birthDate: string, now: Date): boolean {
  const [year = 0, month = 0] = birthDate.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + (now.getUTCMonth() + 1 - month)
  if (months < 0)
    throw badInput({ fields: { birthDate: 'Please give the month and year of your birth.' } })
  // The day of birth is unknown, so in the birth month the 13th birthday might still be to come.
  return months <= 13 * 12
}

type Newcomer = {
  /** Apple's name for them, if they log in with Apple. */
  subject?: string
  email: string | undefined
  ip: string
}

/**
 * Returns a function that throws if a newcomer is too young. A refusal is stored for a day, so that they can't try again
 * with another year: under keyed hashes of Apple's subject, and of the e-mail together with the network. It isn't stored
 * by network alone, because a whole school can share one, nor by e-mail alone, because anyone can type in another's.
 */
export function ageGate({ settings, database, clock }: Services) {
  let key: Promise<Buffer> | null = null

  async function hashOf(who: string): Promise<Buffer> {
    key ??= secretKey(settings.stateDir, 'age')
    return createHmac('sha256', await key)
      .update(who)
      .digest()
  }

  /**
   * Returns the time of the passed check, or null without a birth date. Only this time is stored, not the birth date
   * (rules: unverified members). `reading` is the caller's transaction, if there is one, so that it doesn't wait for a
   * second connection. A refusal is stored outside of it, because it must outlive its rollback.
   */
  return async (
    { subject, email, ip }: Newcomer,
    birthDate: string | undefined,
    reading: Database = database,
  ): Promise<Date | null> => {
    const now = clock.now()
    const who = [subject, email && `${mailboxOf(emailKey(email))} ${networkOf(ip)}`]
    const hashes = await Promise.all(who.filter((one) => one !== undefined).map(hashOf))
    const refused = await reading
      .selectFrom('age_refusals')
      .select('who_hash')
      .where('who_hash', 'in', hashes)
      .where('expires_at', '>', now)
      .limit(1)
      .executeTakeFirst()
    if (refused) throw tooYoung()
    if (!birthDate) return null
    if (!isTooYoung(birthDate, now)) return now
    const expires = new Date(now.getTime() + refusedFor)
    await database
      .insertInto('age_refusals')
      .values(hashes.map((who_hash) => ({ who_hash, expires_at: expires })))
      .onConflict((conflict) => conflict.column('who_hash').doUpdateSet({ expires_at: expires }))
      .execute()
    throw tooYoung()
  }
}

export type AgeGate = ReturnType<typeof ageGate>
