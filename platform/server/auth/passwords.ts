import { hash, verify } from '@node-rs/argon2'
import { networkOf } from '../http/limits.ts'
import { createConcurrencyLimit } from '../http/overload/concurrency-limit.ts'
import type { RequestFacts } from '../http/handler.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// A hash occupies a core for tens of milliseconds. At most two run at once, so that a burst of log-ins queues here and
// doesn't starve reads (docs/safety.md, S3). A hundred wait for some seconds. Without a bound, log-ins from many
// networks would make everyone wait ever longer.
const limit = createConcurrencyLimit({ running: { all: 2 }, most: { all: 100, network: 50 } })

type From = Pick<RequestFacts, 'ip' | 'withoutPermit'>

/** `from` is null for the operator's commands, which are never refused. */
const inTurn = <T>(from: From | null, work: () => Promise<T>): Promise<T> =>
  from === null
    ? work()
    : from.withoutPermit(() => limit.run({ network: networkOf(from.ip) }, work))

/**
 * Throws a 503 if a password from this address would be refused now. Log-ins check this first, before they count as a
 * try for the account.
 */
export const refuseIfTooManyPasswords = ({ ip }: Pick<From, 'ip'>): void =>
  limit.refuseIfFull({ network: networkOf(ip) })

/** Throws a 503 if too many passwords wait to be hashed. */
export const hashPassword = (password: string, from: From | null): Promise<string> =>
  inTurn(from, () => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/**
 * Returns whether the password is right. Takes the same time if `stored` is null (no password or no such member), so
 * that timing reveals nothing (docs/safety.md, S7). Throws a 503 if too many passwords wait to be hashed.
 */
export const verifyPassword = (
  stored: string | null,
  password: string,
  from: From | null,
): Promise<boolean> =>
  inTurn(from, async () => {
    const against = stored ?? (await (decoy ??= hash(crypto.randomUUID(), options)))
    const same = await verify(against, password.normalize('NFKC'))
    return same && stored !== null
  })
