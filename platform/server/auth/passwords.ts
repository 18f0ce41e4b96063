import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// OWASP's argon2id setting of 19 MiB, two passes, one lane; above its minimum in neither.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Hashing takes a core for tens of milliseconds: at most two at once, so that a burst of log-ins
// queues here and doesn't starve reads (S3).
const inTurn = pLimit(2)

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/** Takes as long for a member without a password or a member who doesn't exist (S7). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword(crypto.randomUUID())))
  const same = await inTurn(() => verify(against, password.normalize('NFKC')))
  return same && stored !== null
}
