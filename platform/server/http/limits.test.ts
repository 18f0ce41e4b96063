import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { expect, test, vi } from 'vitest'
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

test('S10 the networks of one IPv6 prefix make no counter of others be forgotten, nor their prefix’s', async () => {
  await spend('192.0.2.2')
  const sent = []
  for (let n = 0; n < maxCountersInMemory + 100; n += 1)
    sent.push(spend(`2001:db8:1:${n.toString(16)}::1`).catch(() => null))
  expect((await Promise.all(sent)).filter(Boolean)).toHaveLength(10)
  await expect(spend('192.0.2.2')).rejects.toMatchObject({ status: 429 })
  await expect(spend('2001:db8:1:0::1')).rejects.toMatchObject({ status: 429 })
})

test.each(['consume', 'get'] as const)(
  'S30 a primary process that doesn’t answer in time is no fault of ours but 503: %s',
  async (method) => {
    const late = new Error('RateLimiterCluster timeout: no answer from master in time')
    const spy = vi.spyOn(RateLimiterMemory.prototype, method).mockRejectedValue(late)
    const waiting = { ...budget, spendWhen: method === 'get' ? 'input passed' : undefined }
    const of = { calls: { read: [waiting] }, named: {} } as unknown as BudgetTable
    const mine = createRateLimiter({} as pg.Pool, { now: () => new Date() }, of)
    await expect(mine.spend('read', { ip: '192.0.2.3', viewer: null })).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '2' },
    })
    spy.mockRestore()
  },
)
