import { isIPv6 } from 'node:net'
import type pg from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Limit } from '#platform/contract/call.ts'
import { Refusal, tooMany } from '#platform/contract/failure.ts'
import type { Viewer } from './handler.ts'
import type { Clock } from './services.ts'

type Key = 'ip' | 'member'
type Budget = {
  name: string
  points: number
  seconds: number
  by: Key
  kept: boolean
  when?: (age: number) => boolean
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const newMember = 7 * day

/** S10. A kept budget lives in the database, shared by all processes; the others in this process's memory. */
const budgets: Record<Exclude<Limit, 'unlimited'>, Budget[]> = {
  read: [{ name: 'read', points: 3000, seconds: 5 * minute, by: 'ip', kept: false }],
  write: [{ name: 'write', points: 300, seconds: 5 * minute, by: 'ip', kept: false }],
  login: [{ name: 'login', points: 6, seconds: minute, by: 'ip', kept: true }],
  register: [{ name: 'register', points: 5, seconds: 30 * minute, by: 'ip', kept: true }],
  forgot: [
    { name: 'forgot', points: 3, seconds: minute, by: 'ip', kept: true },
    { name: 'forgot-hour', points: 6, seconds: hour, by: 'ip', kept: true },
  ],
  photo: [{ name: 'photo', points: 30, seconds: 30 * minute, by: 'member', kept: true }],
  report: [{ name: 'report', points: 20, seconds: day, by: 'member', kept: true }],
  vote: [
    {
      name: 'vote-new',
      points: 50,
      seconds: day,
      by: 'member',
      kept: true,
      when: (age) => age < newMember,
    },
    {
      name: 'vote',
      points: 500,
      seconds: day,
      by: 'member',
      kept: true,
      when: (age) => age >= newMember,
    },
  ],
}

/** Budgets that hang on what the input names (an e-mail, an account); spent by the handler. */
const named = {
  'login-account': { points: 25, seconds: hour },
  'forgot-email': { points: 5, seconds: 30 * minute },
  'resend-verification': { points: 5, seconds: hour },
  'register-attempt': { points: 5, seconds: hour },
} as const

export type Limits = {
  /** Spends one of each budget of `limit`; throws 429. Returns the RateLimit headers of the tightest. */
  spend(limit: Limit, who: { ip: string; viewer: Viewer | null }): Promise<Record<string, string>>
  spendNamed(name: keyof typeof named, key: string): Promise<void>
}

/** IPv6 hosts own a /64 and may pick any address in it (S11). */
export function networkOf(ip: string): string {
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

const headersOf = (points: number, answer: RateLimiterRes) => ({
  'RateLimit-Limit': String(points),
  'RateLimit-Remaining': String(Math.max(0, answer.remainingPoints)),
  'RateLimit-Reset': String(Math.ceil(answer.msBeforeNext / 1000)),
})

export function limits(pool: pg.Pool, clock: Clock, enabled: boolean): Limits {
  if (!enabled) return { spend: async () => ({}), spendNamed: async () => {} }
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiter = (name: string, points: number, duration: number, kept: boolean) => {
    let found = limiters.get(name)
    if (!found) {
      found = kept
        ? new RateLimiterPostgres({
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            keyPrefix: name,
            points,
            duration,
            inMemoryBlockOnConsumed: points + 1,
            clearExpiredByTimeout: false,
          })
        : new RateLimiterMemory({ keyPrefix: name, points, duration })
      limiters.set(name, found)
    }
    return found
  }
  async function take(name: string, points: number, seconds: number, kept: boolean, key: string) {
    try {
      return headersOf(points, await limiter(name, points, seconds, kept).consume(key))
    } catch (answer) {
      if (!(answer instanceof RateLimiterRes)) throw answer
      const wait = Math.max(1, Math.ceil(answer.msBeforeNext / 1000))
      const refusal = tooMany({ retryAfter: wait })
      throw new Refusal(refusal.status, refusal.code, refusal.message, refusal.details, {
        ...headersOf(points, answer),
        'Retry-After': String(wait),
      })
    }
  }
  return {
    async spend(limit, { ip, viewer }) {
      if (limit === 'unlimited') return {}
      let headers: Record<string, string> = {}
      for (const { name, points, seconds, by, kept, when } of budgets[limit]) {
        const age = viewer ? (clock.now().getTime() - viewer.createdAt.getTime()) / 1000 : 0
        if (by === 'member' && !viewer) continue
        if (when && !when(age)) continue
        const key = by === 'member' ? String(viewer!.id) : networkOf(ip)
        const taken = await take(name, points, seconds, kept, key)
        const least = Number(headers['RateLimit-Remaining'] ?? Infinity)
        if (Number(taken['RateLimit-Remaining']) < least) headers = taken
      }
      return headers
    },
    async spendNamed(name, key) {
      const { points, seconds } = named[name]
      await take(name, points, seconds, true, key)
    },
  }
}
