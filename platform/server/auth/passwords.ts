import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// A hash occupies a core for tens of milliseconds. At most two run at once, so that a burst of log-ins queues here and
// doesn't starve reads (docs/safety.md, S3).
const inTurn = pLimit(2)

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/**
 * Returns whether the password is right. Takes the same time if `stored` is null (no password or no such member), so
 * that timing reveals nothing (docs/safety.md, S7).
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword(crypto.randomUUID())))
  const same = await inTurn(() => verify(against, password.normalize('NFKC')))
  return same && stored !== null
}
