import type pg from 'pg'
import { expect, test } from 'vitest'
import { createRateLimiter, maxCountersInMemory, type BudgetTable } from './limits.ts'

const budget = { name: 'read', points: 1, seconds: 3600, by: 'ip', inDatabase: false } as const
const table = { calls: { read: [budget] }, named: {} } as unknown as BudgetTable
const limits = createRateLimiter({} as pg.Pool, { now: () => new Date() }, table)
const spend = (ip: string) => limits.spend('read', { ip, viewer: null })
const nth = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

test('S10 counters in memory have a bound: the longest unused are forgotten, and nobody new is refused', async () => {
  await spend('192.0.2.1')
  await expect(spend('192.0.2.1')).rejects.toMatchObject({ status: 429 })
  for (let n = 0; n < maxCountersInMemory - 1; n += 1) await spend(nth(n))
  await expect(spend('192.0.2.1')).rejects.toMatchObject({ status: 429 })
  await spend(nth(maxCountersInMemory))
  // The first of the others is the longest unused one now.
  await spend(nth(0))
  await expect(spend('192.0.2.1')).rejects.toMatchObject({ status: 429 })
})
