import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Budgets, BudgetName } from '#platform/contract/call.ts'
import { Refusal, tooManyRequests } from '#platform/contract/failure.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Viewer } from './handler.ts'
import { databaseUnavailable } from '../probe.ts'
import type { Clock } from '../services.ts'

type Key = 'ip' | 'member'
/**
 * How many requests an IP address or member may make in a period. All IPv6 networks of a prefix together may make ten
 * times as many as one. A budget with `inDatabase` is counted in the
 * database; others are counted in memory, by this process or by the cluster's primary process.
 */
export type Budget = {
  name: string
  points: number
  seconds: number
  by: Key
  inDatabase: boolean
  when?: (age: number) => boolean
  /** Spends the budget only after the input is validated. Before that, a request is refused if nothing is left. */
  spendWhen?: 'input passed'
  /** Gives the spent point back if the call is refused, or only if the site is too busy for it (503). */
  refundOnRefusal?: 'refused' | 'busy'
}
type Counted = Pick<Budget, 'name' | 'points' | 'seconds' | 'inDatabase' | 'refundOnRefusal'>

type Who = { ip: string; viewer: Viewer | null }
type Headers = Record<string, string>

export type BudgetTable = {
  calls: Record<keyof Budgets, Budget[]>
  named: Record<keyof NamedBudgets, { points: number; seconds: number }>
}

/** Declares, as keys, the names of budgets that handlers spend themselves. */
export interface NamedBudgets {}

export type RateLimiter = {
  /**
   * Spends a point of each budget of `limit`. A budget that waits for the input's validation isn't spent yet, but must
   * have a point left. Returns the RateLimit headers of the budget with the fewest points left. Throws 429 if a budget
   * is used up.
   */
  spend(limit: BudgetName, who: Who): Promise<Headers>
  /** Spends the budgets that wait for the input's validation. Returns null if `limit` has none. */
  spendAfterValidation(limit: BudgetName, who: Who): Promise<Headers> | null
  /**
   * Returns the points of a call that was refused with `status` to its budgets with `refundOnRefusal`. `passed` tells
   * whether `spendAfterValidation` was charged.
   */
  refund(limit: BudgetName, who: Who, refusal: { status: number; passed: boolean }): Promise<void>
  /** Spends a point of each of these budgets. If one is used up, it spends none and throws 429. */
  spendNamed(budgets: NamedSpending): Promise<void>
  /** Resets a budget, once its owner has proved who they are. */
  reset(name: keyof NamedBudgets, owner: BudgetOwner): Promise<void>
}

/** Who a budget belongs to. The kind is part of the key, so that keys of different kinds never collide. */
type BudgetOwner =
  | { ip: string }
  /** What all networks of one prefix may ask for together. */
  | { prefix: string }
  | { member: number }
  | { email: string }
  /** What a member may ask for one e-mail address. */
  | { email: string; member: number }
  /** What all networks of one prefix may ask for one e-mail address together. */
  | { email: string; prefix: string }

/**
 * The budgets of one act, with the owner of each. A budget has `points` instead of those of the table if that is more;
 * each call must pass the same.
 */
export type NamedSpending = { [name in keyof NamedBudgets]?: Spender }
type Spender = BudgetOwner & { points?: number }

function keyOf(owner: BudgetOwner): string {
  if ('ip' in owner) return `ip:${networkOf(owner.ip)}`
  const member = 'member' in owner ? `member:${owner.member}` : ''
  const asker = 'prefix' in owner ? `prefix:${prefixOf(networkOf(owner.prefix))}` : member
  if (!('email' in owner)) return asker
  // The hash always fits the column, and keeps the e-mail address out of the table.
  const email = `email:${createHash('sha256').update(owner.email).digest('base64url')}`
  return asker ? `${email}:${asker}` : email
}

/**
 * Returns an IPv4 address as it is and an IPv6 address as its /64, in which a host may use any address
 * (docs/safety.md, S11).
 */
export function networkOf(address: string): string {
  // Some proxies add the port.
  const ip = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('%')[0]!.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const middle = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(Math.max(0, middle)).fill('0'), ...back]
  return (
    groups
      .slice(0, 4)
      .map((group) => Number.parseInt(group || '0', 16).toString(16))
      .join(':') + '::/64'
  )
}

/**
 * Returns an IPv4 address as it is and an IPv6 /64, as `networkOf` returns it, as its /48. A single customer often has a
 * /48, which consists of 65,536 networks.
 */
export const prefixOf = (network: string): string =>
  network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : network

const headersOf = (
  points: number,
  answer: Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>,
): Headers => ({
  'RateLimit-Limit': String(points),
  'RateLimit-Remaining': String(Math.max(0, answer.remainingPoints)),
  'RateLimit-Reset': String(Math.ceil(answer.msBeforeNext / 1000)),
})

/** Returns a message that says how long to wait, because 'later' would be too vague. */
function waitMessage(seconds: number): string {
  if (seconds > hour)
    return `That was a lot for one day. Please try again in ${Math.ceil(seconds / hour)} hours.`
  const wait =
    seconds < 100
      ? countWithNoun(seconds, 'second')
      : countWithNoun(Math.ceil(seconds / 60), 'minute')
  return `That was a bit fast. Please try again in ${wait}.`
}
const hour = 3600

/** Returns the refusal of a request that may be repeated after `seconds`. */
export function rateLimitRefusal(seconds: number, headers: Headers = {}): Refusal {
  const refusal = tooManyRequests({ retryAfter: seconds, message: waitMessage(seconds) })
  const { status, code, message, details } = refusal
  return new Refusal(status, code, message, details, {
    ...headers,
    'Retry-After': String(seconds),
  })
}

const spent = (points: number, answer: RateLimiterRes): Refusal =>
  rateLimitRefusal(Math.max(1, Math.ceil(answer.msBeforeNext / 1000)), headersOf(points, answer))

/** The cluster's primary counts for all processes, because otherwise each process would allow the full budget. */
const memoryLimiter = (options: { keyPrefix: string; points: number; duration: number }) =>
  cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 2_000 })
    : new RateLimiterMemory(options)

/**
 * Maximum number of counters that a process keeps in memory, of all budgets together, and of IPv6 networks as many more;
 * each takes about 500 bytes. Beyond that, those that weren't used for the longest time are forgotten. IPv6 networks are
 * apart, since one prefix has 65,536 of them: what it makes the process forget its own budget still bounds.
 */
export const maxCountersInMemory = 50_000

/** A counter in memory fails only if the cluster's primary doesn't answer in time, or this process is too busy to see it. */
const failureOf = ({ inDatabase }: Counted, error: unknown) =>
  inDatabase ? error : databaseUnavailable()

/** Creates counters, which count the points spent of each budget. */
function counters(pool: pg.Pool) {
  const limiters = new Map<string, RateLimiterAbstract>()
  const forgetful = () =>
    new LRUCache<string, RateLimiterAbstract>({
      max: maxCountersInMemory,
      // If the primary process doesn't answer, it forgets the counter at the end of its period.
      dispose: (limiter, key, reason) =>
        void (reason === 'evict' && limiter.delete(limiter.parseKey(key)).catch(() => {})),
    })
  const inMemory = { networks: forgetful(), others: forgetful() }
  const databaseLimiter = ({ name, points, seconds, refundOnRefusal }: Counted) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // Points may be returned at any time, also by another process or machine, so the database must be queried each time.
      inMemoryBlockOnConsumed: refundOnRefusal ? 0 : points + 1,
      clearExpiredByTimeout: false,
    })
  const of = (budget: Counted): RateLimiterAbstract => {
    const { name, points, seconds: duration, inDatabase } = budget
    const found = limiters.get(name)
    if (found) return found
    const made = inDatabase
      ? databaseLimiter(budget)
      : memoryLimiter({ keyPrefix: name, points, duration })
    limiters.set(name, made)
    return made
  }
  return {
    of,
    async take(budget: Counted, key: string) {
      const limiter = of(budget)
      if (!budget.inDatabase)
        inMemory[key.endsWith('::/64') ? 'networks' : 'others'].set(limiter.getKey(key), limiter)
      try {
        return headersOf(budget.points, await limiter.consume(key))
      } catch (answer) {
        if (!(answer instanceof RateLimiterRes)) throw failureOf(budget, answer)
        // `consume` has counted the refused request too. Undo that, or a point returned later wouldn't help.
        if (budget.refundOnRefusal) await limiter.reward(key)
        throw spent(budget.points, answer)
      }
    },
    /** Returns the headers without spending anything. Throws 429 if nothing is left. */
    async peek(budget: Counted, key: string): Promise<Headers> {
      const answer = await of(budget)
        .get(key)
        .catch((error: unknown) => {
          throw failureOf(budget, error)
        })
      if (answer && answer.remainingPoints <= 0) throw spent(budget.points, answer)
      return answer ? headersOf(budget.points, answer) : {}
    },
  }
}

/** How often all networks of an IPv6 prefix together may use up the budget of one network. */
const networksPerPrefix = 10

/**
 * Yields a budget with the key of its owner and, for an IPv6 network, a larger one for all networks of its prefix (see
 * `prefixOf`).
 */
function* withPrefix<T extends Pick<Counted, 'name' | 'points'>>(budget: T, owner: BudgetOwner) {
  yield { budget, key: keyOf(owner) }
  if (!('ip' in owner)) return
  const network = networkOf(owner.ip)
  if (prefixOf(network) === network) return
  const [name, points] = [`${budget.name}-prefix`, budget.points * networksPerPrefix]
  yield { budget: { ...budget, name, points }, key: keyOf({ prefix: owner.ip }) }
}

export function createRateLimiter(
  pool: pg.Pool,
  clock: Clock,
  table: BudgetTable | null,
): RateLimiter {
  if (!table)
    return {
      spend: async () => ({}),
      spendAfterValidation: () => null,
      refund: async () => {},
      spendNamed: async () => {},
      reset: async () => {},
    }
  const counter = counters(pool)
  /** Yields the budgets that a call spends, each with the key of its owner. */
  function* drawnOn(limit: Exclude<BudgetName, 'unlimited'>, { ip, viewer }: Who) {
    const age = viewer ? (clock.now().getTime() - viewer.createdAt.getTime()) / 1000 : 0
    for (const budget of table!.calls[limit]) {
      if (budget.by === 'member' && !viewer) continue
      if (budget.when && !budget.when(age)) continue
      yield* withPrefix(budget, budget.by === 'member' ? { member: viewer!.id } : { ip })
    }
  }
  /** Yields named budgets with the keys by which they are counted in the database. */
  function* namedOnes(spending: NamedSpending) {
    for (const [name, owner] of Object.entries(spending) as [keyof NamedBudgets, Spender][]) {
      const { points, seconds } = table!.named[name]
      const most = Math.max(points, owner.points ?? 0)
      for (const { budget, key } of withPrefix({ name, points: most, seconds }, owner))
        yield { ...budget, key: `${budget.name}:${key}` }
    }
  }
  async function each(limit: BudgetName, who: Who, passed: boolean): Promise<Headers> {
    if (limit === 'unlimited') return {}
    let headers: Headers = {}
    for (const { budget, key } of drawnOn(limit, who)) {
      if (passed && !budget.spendWhen) continue
      const left = await counter[budget.spendWhen && !passed ? 'peek' : 'take'](budget, key)
      const least = Number(headers['RateLimit-Remaining'] ?? Infinity)
      if (Number(left['RateLimit-Remaining']) < least) headers = left
    }
    return headers
  }
  return {
    spend: (limit, who) => each(limit, who, false),
    spendAfterValidation: (limit, who) =>
      limit !== 'unlimited' && table.calls[limit].some(({ spendWhen }) => spendWhen)
        ? each(limit, who, true)
        : null,
    async refund(limit, who, { status, passed }) {
      if (limit === 'unlimited') return
      for (const { budget, key } of drawnOn(limit, who)) {
        if (budget.spendWhen && !passed) continue
        if (budget.refundOnRefusal === 'refused' || (budget.refundOnRefusal && status === 503))
          await counter.of(budget).reward(key)
      }
    },
    async reset(name, owner) {
      await pool.query('delete from rate_limits where key = $1', [`${name}:${keyOf(owner)}`])
    },
    async spendNamed(spending) {
      const ones = [...namedOnes(spending)]
      const { rows } = await pool.query<{ used_up: number; wait: number }>(
        'select used_up, wait from spend_budgets($1, $2, $3)',
        [
          ones.map(({ key }) => key),
          ones.map(({ points }) => points),
          ones.map(({ seconds }) => seconds),
        ],
      )
      const [full] = rows
      if (!full) return
      const { used_up: points, wait } = full
      const left = { remainingPoints: 0, msBeforeNext: wait * 1000 }
      throw rateLimitRefusal(wait, headersOf(points, left))
    },
  }
}
