import { afterEach, expect, it, vi } from 'vitest'
import { drawingPatience, pageTurns } from './page-turns.ts'

const attacker = (n: number) => `2001:db8:1:${n.toString(16)}::/64`
const reader = (n: number) => `192.0.${n >> 8}.${n & 255}`
const never = new Promise<void>(() => {})
afterEach(() => vi.useRealTimers())

/** Each page takes a round of the event loop, or as long as `until`. */
function start(until: Promise<void> = new Promise(setImmediate)) {
  const inTurn = pageTurns<void>()
  const begun: string[] = []
  const ask = (name: string, network: string, end = until) => {
    const done = inTurn(name, network, () => {
      begun.push(name)
      return end
    })
    done.catch(() => {})
    return done
  }
  return { begun, ask }
}

it('S30 a page that several networks ask for waits in the line where its turn comes first', async () => {
  const { begun, ask } = start()
  for (let n = 0; n < 20; n++) void ask(`attack ${n}`, attacker(n))
  void ask('home', attacker(20))
  await ask('home', '192.0.2.1')
  expect(begun.indexOf('home')).toBeLessThan(4)
})

it('S30 a full line refuses pages of the prefix that fills it, but not those that others ask for too', async () => {
  const { begun, ask } = start()
  const many = Array.from({ length: 200 }, (_, n) => ask(`attack ${n}`, attacker(n)))
  void ask('attack 199', '192.0.2.1')
  const own = ask('own', '192.0.2.2')
  await expect(many[198]).rejects.toMatchObject({ status: 503 })
  await Promise.all([many[199], own])
  expect(begun.length).toBeLessThan(8)
})

it('S30 a page that has begun takes one place, however many networks asked for it', async () => {
  const { begun, ask } = start(never)
  const { promise, resolve } = Promise.withResolvers<void>()
  void ask('short', reader(0), promise)
  for (let n = 1; n < 8; n++) void ask(`long ${n}`, reader(n))
  for (let n = 8; n < 200; n++) void ask('shared', reader(n))
  resolve()
  await vi.waitFor(() => expect(begun).toContain('shared'))
  let refused = 0
  for (let n = 200; n < 390; n++) ask(`other ${n}`, reader(n)).catch(() => refused++)
  await new Promise(setImmediate)
  expect(refused).toBe(0)
})

it('a page that was refused is drawn for who asks next', async () => {
  const { begun, ask } = start(never)
  for (let n = 0; n < 10; n++) void ask(`many ${n}`, reader(1))
  const broken = Promise.reject(new Error('no data'))
  broken.catch(() => {})
  // At once, while others are still told of the refusal.
  const next = ask('late', reader(1)).catch(() => ask('late', reader(2), broken))
  await expect(next).rejects.toThrow('no data')
  expect(begun).toContain('late')
})

it('F14 pages whose data never comes keep no page of another waiting', async () => {
  const { begun, ask } = start(never)
  for (let n = 0; n < 20; n++) void ask(`attack ${n}`, attacker(n))
  for (const network of ['192.0.2.1', '192.0.2.2'])
    for (let n = 0; n < 10; n++) void ask(`${network} ${n}`, network)
  void ask('home', '192.0.2.3')
  expect(begun).toHaveLength(7)
  expect(begun).toContain('home')
})

it('F14 pages whose data never comes are given up before those of their network behind them', async () => {
  vi.useFakeTimers()
  const { begun, ask } = start()
  const { promise, resolve: giveUp } = Promise.withResolvers<void>()
  void ask('first', reader(1), promise)
  void ask('second', reader(1), promise)
  expect(begun).toEqual(['first', 'second'])
  void ask('third', reader(1))
  await vi.advanceTimersByTimeAsync(drawingPatience)
  giveUp()
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toEqual(['first', 'second', 'third'])
})
