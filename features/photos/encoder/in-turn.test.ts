import { expect, test } from 'vitest'
import { serialQueue } from './in-turn.server.ts'

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
  const turn = serialQueue({ waiting: 3, patience: 60_000 })
  const { begun, work, next } = gates()
  const four = [0, 1, 2, 3].map((nth) => turn.run(work(nth)))
  expect(turn.refuseIfFull).toThrow(expect.objectContaining(busy))
  await expect(turn.run(work(4))).rejects.toMatchObject(busy)
  for (const nth of [0, 1, 2, 3]) {
    await expect.poll(() => begun.length).toBe(nth + 1)
    next()
    await four[nth]
  }
  expect(begun).toEqual([0, 1, 2, 3])
  turn.refuseIfFull()
})

test('a broken one holds up nobody', async () => {
  const turn = serialQueue({ waiting: 3, patience: 60_000 })
  const broken = turn.run(() => Promise.reject(new Error('broken')))
  const after = turn.run(() => Promise.resolve('done'))
  await expect(broken).rejects.toThrow('broken')
  expect(await after).toBe('done')
  expect(await turn.run(() => Promise.resolve('again'))).toBe('again')
})

test('who has waited too long is sent away, and the others keep their turn', async () => {
  const turn = serialQueue({ waiting: 3, patience: 20 })
  const { begun, work, next } = gates()
  const first = turn.run(work(0))
  await expect(turn.run(work(1))).rejects.toMatchObject(busy)
  const last = turn.run(() => Promise.resolve('mine'))
  next()
  await first
  expect(await last).toBe('mine')
  expect(begun).toEqual([0])
})
