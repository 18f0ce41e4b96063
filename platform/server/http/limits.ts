import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Budgets, BudgetName } from '#platform/contract/call.ts'
import { type Refusal, tooManyRequests } from '#platform/contract/failure.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Viewer } from './handler.ts'
import type { Clock } from '../services.ts'

type Amount = { points: number; seconds: number }
/**
 * How many requests an IP address or member may make in a period. A budget with `inDatabase` outlives a restart and is
 * shared by all processes; others are counted in this process's memory.
 */
export type Budget = Amount & {
  name: string
  by: 'ip' | 'member'
  inDatabase: boolean
  /** Whether the budget applies to members of this age, in seconds. */
  when?: (age: number) => boolean
}

type Who = { ip: string; viewer: Viewer | null }
type Headers = Record<string, string>

export type BudgetTable = {
  calls: Record<keyof Budgets, Budget[]>
  named: Record<keyof NamedBudgets, Amount>
}

/** Declares, as keys, the names of budgets that handlers spend themselves. */
export interface NamedBudgets {}

/** The owner of a budget: each combination has its own, and nobody in particular has one, too. */
export type BudgetOwner = { ip?: string; member?: number; email?: string }

export type RateLimiter = {
  /** Spends a point of each budget of `limit`. Returns RateLimit headers; throws 429 if a budget is used up. */
  spend(limit: BudgetName, who: Who): Promise<Headers>
  /** Spends a point of each of these budgets in turn. Throws 429 if one is used up. */
  spendNamed(budgets: { [name in keyof NamedBudgets]?: BudgetOwner }): Promise<void>
  /** Resets a budget, once its owner has proved who they are. */
  reset(name: keyof NamedBudgets, owner: BudgetOwner): Promise<void>
}

export function createRateLimiter(
  pool: pg.Pool,
  clock: Clock,
  table: BudgetTable | null,
): RateLimiter {
  if (!table) return { spend: async () => ({}), spendNamed: async () => {}, reset: async () => {} }
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = (name: string, amount: Amount, inDatabase: boolean) => {
    const found = limiters.get(name) ?? createLimiter(pool, name, amount, inDatabase)
    limiters.set(name, found)
    return found
  }
  const named = (name: keyof NamedBudgets) => limiterOf(name, table.named[name], true)
  return {
    async spend(limit, { ip, viewer }) {
      if (limit === 'unlimited') return {}
      const age = viewer ? (clock.now().getTime() - viewer.createdAt.getTime()) / 1000 : 0
      let least: Headers = {}
      for (const budget of table.calls[limit]) {
        if (budget.by === 'member' && !viewer) continue
        if (budget.when && !budget.when(age)) continue
        const key = keyOf(budget.by === 'member' ? { member: viewer!.id } : { ip })
        const limiter = limiterOf(budget.name, budget, budget.inDatabase)
        const left = await take(limiter, key, budget.points)
        const remaining = (headers: Headers) => Number(headers['RateLimit-Remaining'] ?? Infinity)
        if (remaining(left) < remaining(least)) least = left
      }
      return least
    },
    async spendNamed(spending) {
      for (const [name, owner] of Object.entries(spending) as [keyof NamedBudgets, BudgetOwner][])
        await take(named(name), keyOf(owner), table.named[name].points)
    },
    async reset(name, owner) {
      await named(name).delete(keyOf(owner))
    },
  }
}

const createLimiter = (pool: pg.Pool, name: string, amount: Amount, inDatabase: boolean) => {
  const options = { keyPrefix: name, points: amount.points, duration: amount.seconds }
  if (!inDatabase) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    inMemoryBlockOnConsumed: amount.points + 1,
    clearExpiredByTimeout: false,
  })
}

async function take(limiter: RateLimiterAbstract, key: string, points: number): Promise<Headers> {
  let isRefused = false
  const answer = await limiter.consume(key).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error
    // One that is blocked in memory says that it consumed nothing.
    isRefused = true
    return error
  })
  if (!isRefused && answer.consumedPoints <= points) return headersOf(points, answer)
  const seconds = Math.max(1, Math.ceil(answer.msBeforeNext / 1000))
  throw rateLimitRefusal(seconds, headersOf(points, answer))
}

const headersOf = (points: number, answer: RateLimiterRes): Headers => ({
  'RateLimit-Limit': String(points),
  'RateLimit-Remaining': String(Math.max(0, points - answer.consumedPoints)),
  'RateLimit-Reset': String(Math.ceil(answer.msBeforeNext / 1000)),
})

/** Returns the refusal of a request that may be repeated after `seconds`. */
export function rateLimitRefusal(seconds: number, headers: Headers = {}): Refusal {
  const refusal = tooManyRequests({ retryAfter: seconds, message: waitMessage(seconds) })
  return Object.assign(refusal, { headers: { ...headers, 'Retry-After': String(seconds) } })
}

/** Returns a message that says how long to wait, because 'later' would be too vague. */
function waitMessage(seconds: number): string {
  if (seconds > 3600)
    return `That was a lot for one day. Please try again in ${Math.ceil(seconds / 3600)} hours.`
  const wait =
    seconds < 100
      ? countWithNoun(seconds, 'second')
      : countWithNoun(Math.ceil(seconds / 60), 'minute')
  return `That was a bit fast. Please try again in ${wait}.`
}

/** The hash of an e-mail address always fits the column, and keeps the address out of the table. */
const keyOf = ({ ip, member, email }: BudgetOwner): string =>
  [
    email !== undefined && `email:${createHash('sha256').update(email).digest('base64url')}`,
    member !== undefined && `member:${member}`,
    ip !== undefined && `ip:${networkOf(ip)}`,
  ]
    .filter(Boolean)
    .join(':')

/** Returns an IPv4 address as it is and an IPv6 address as its /64, in which a host may use any address. */
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
  const plain = groups.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16))
  return `${plain.join(':')}::/64`
}
