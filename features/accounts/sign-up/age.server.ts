import { createHmac } from 'node:crypto'
import { badInput } from '#platform/contract/failure.ts'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import type { Services } from '#platform/server/services.ts'
import { tooYoung } from '../contract.ts'

const refusedFor = 24 * 60 * 60 * 1000

function isTooYoung(birthDate: string, now: Date): boolean {
  const [year = 0, month = 0] = birthDate.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + (now.getUTCMonth() + 1 - month)
  if (months < 0)
    throw badInput({ fields: { birthDate: 'Please give the month and year of your birth.' } })
  // In the month of one's 13th birthday the day is unknown: it may be still to come.
  return months <= 13 * 12
}

/**
 * Admits those who are old enough. `who` names the newcomer (an e-mail's key, Apple's subject): the refused may
 * not try again at once with another year. Kept by a keyed hash and for a day; never by network, which
 * a whole school shares.
 */
export function ageGate({ settings, database, clock }: Services) {
  let key: Promise<Buffer> | null = null

  async function hashOf(who: string): Promise<Buffer> {
    key ??= secretKey(settings.stateDir, 'age')
    return createHmac('sha256', await key)
      .update(who)
      .digest()
  }

  /** Answers when the check was passed, which alone is kept (rules: unverified members); null where no date was given. */
  return async (who: string[], birthDate: string | undefined): Promise<Date | null> => {
    const now = clock.now()
    const hashes = await Promise.all(who.map(hashOf))
    const refused = await database
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
