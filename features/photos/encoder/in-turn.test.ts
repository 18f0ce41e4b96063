import { expect, test } from 'vitest'
import { serialQueue } from './in-turn.server.ts'
import { pausesOf } from './pauses.server.ts'

const most = { all: 4, ofOne: 4, ofNetwork: 4, ofUnverified: 4 }
const from = (id: number, ip = '192.0.2.1', verified = true) => ({ viewer: { id, verified }, ip })
const one = from(1)
const busy = { status: 503, headers: { 'Retry-After': '5' } }
const gates = () => {
  const opened: (() => void)[] = []
  const begun: number[] = []
  const work = (nth: number) => () => {
    begun.push(nth)
    return new Promise<void>((resolve) => opened.push(resolve))
  }
  return { begun, work, next: () => opened.shift()!() }
}

test('photos are worked on one at a time in their order, and a crowd is sent away at once', async () => {
  const turn = serialQueue({ most, patience: 60_000 })
  const { begun, work, next } = gates()
  const four = [0, 1, 2, 3].map((nth) => turn.run(one, work(nth)))
  expect(() => turn.refuseIfFull(one)).toThrow(expect.objectContaining(busy))
  await expect(turn.run(one, work(4))).rejects.toMatchObject(busy)
  for (const nth of [0, 1, 2, 3]) {
    await expect.poll(() => begun.length).toBe(nth + 1)
    next()
    await four[nth]
  }
  expect(begun).toEqual([0, 1, 2, 3])
  turn.refuseIfFull(one)
})

test('a broken one holds up nobody', async () => {
  const turn = serialQueue({ most, patience: 60_000 })
  const broken = turn.run(one, () => Promise.reject(new Error('broken')))
  const after = turn.run(one, () => Promise.resolve('done'))
  await expect(broken).rejects.toThrow('broken')
  expect(await after).toBe('done')
  expect(await turn.run(one, () => Promise.resolve('again'))).toBe('again')
})

test('who has waited too long is sent away, and the others keep their turn', async () => {
  const turn = serialQueue({ most, patience: 20 })
  const { begun, work, next } = gates()
  const first = turn.run(one, work(0))
  await expect(turn.run(one, work(1))).rejects.toMatchObject(busy)
  const last = turn.run(one, () => Promise.resolve('mine'))
  next()
  await first
  expect(await last).toBe('mine')
  expect(begun).toEqual([0])
})

test('S22 one member, one network and unverified members leave places in the queue of photos for others', async () => {
  const turn = serialQueue({
    most: { all: 13, ofOne: 5, ofNetwork: 8, ofUnverified: 6 },
    patience: 60_000,
  })
  const { begun, work, next } = gates()
  const sent: Promise<void>[] = []
  const send = (count: number, ...[id, ip, verified]: Parameters<typeof from>) => {
    for (let n = 0; n < count; n++) sent.push(turn.run(from(id, ip, verified), work(0)))
  }
  const isRefused = (...[id, ip, verified]: Parameters<typeof from>) =>
    expect(turn.run(from(id, ip, verified), work(0))).rejects.toMatchObject(busy)
  send(5, 1, '192.0.2.1', false)
  await isRefused(1, '192.0.2.2', false)
  send(1, 2, '192.0.2.2', false)
  await isRefused(3, '192.0.2.3', false)
  send(3, 4, '192.0.2.1')
  await isRefused(5, '192.0.2.1')
  send(4, 5, '192.0.2.4')
  expect(turn.jobCount()).toBe(13)
  await isRefused(6, '192.0.2.5')
  for (const [n, job] of sent.entries()) {
    await expect.poll(() => begun.length).toBe(n + 1)
    next()
    await job
  }
  expect(turn.jobCount()).toBe(0)
})

test('S22 a member whose photo the encoder was killed for waits before the next; others don’t', async () => {
  const pauses = pausesOf(100)
  pauses.begin(1)
  expect(() => pauses.refuseIfPausing(1)).toThrow(
    expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }),
  )
  pauses.refuseIfPausing(2)
  await expect.poll(() => pauses.refuseIfPausing(1)).toBeUndefined()
})
