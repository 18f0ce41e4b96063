import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { unavailable } from '#platform/contract/failure.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// A hash occupies a core for tens of milliseconds. A burst of log-ins waits here and doesn't starve reads
// (docs/safety.md, S3).
const queue = pLimit(2)
async function limit<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= 100) throw unavailable()
  return queue(work)
}

/** Throws a 503 if too many passwords wait to be hashed. */
export const hashPassword = (password: string): Promise<string> =>
  limit(() => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/**
 * Returns whether the password is right. Takes the same time if `stored` is null (no password or no such member), so
 * that timing reveals nothing (docs/safety.md, S7). Throws a 503 if too many passwords wait to be hashed.
 */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  limit(async () => {
    const against = stored ?? (await (decoy ??= hash(crypto.randomUUID(), options)))
    const isRight = await verify(against, password.normalize('NFKC'))
    return isRight && stored !== null
  })
