import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCallPlaces } from './call-places.ts'
import { placesForWork, placesInTurn } from './places.ts'

const busy = { status: 503, code: 'unavailable' }
afterEach(() => vi.useRealTimers())

it('has places for so many of a network, so many in all, and again once work ends', async () => {
  const places = placesForWork({ all: 3, ofNetwork: 2 })
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const running = [places.run('a', work), places.run('a', work)]
  await expect(places.run('a', work)).rejects.toMatchObject(busy)
  running.push(places.run('b', work))
  await expect(places.run('c', work)).rejects.toMatchObject(busy)
  expect(() => places.refuseIfFull('c')).toThrow('busy')
  ends[0]!()
  await running[0]
  const broken = places.run('c', () => Promise.reject(new Error('no')))
  await expect(broken).rejects.toThrow('no')
  running.push(places.run('c', work))
  for (const end of ends) end()
  await Promise.all(running)
})

describe('work in turn', () => {
  const create = () => {
    const places = placesInTurn({
      running: { all: 3, shares: { member: 1 } },
      waiting: { all: 3, shares: { member: 2 } },
      patience: 1000,
    })
    const begun: string[] = []
    const ends = new Map<string, (error?: Error) => void>()
    /** Sends work of the member that the name begins with. */
    const send = (name: string) => {
      const sent = places.run({ member: name[0]! }, () => {
        begun.push(name)
        return new Promise<void>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve())),
        )
      })
      // Some of it still waits when its test ends.
      sent.catch(() => {})
      return sent
    }
    return { begun, send, end: (name: string, error?: Error) => ends.get(name)!(error) }
  }

  it('begins in order, and what waits keeps nobody else waiting', async () => {
    const { begun, send, end } = create()
    const [first] = [send('a1'), send('a2'), send('a3'), send('b1')]
    await expect(send('a4')).rejects.toMatchObject(busy)
    void send('c1')
    const waits = send('d1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await expect(send('e1')).rejects.toMatchObject(busy)
    end('a1')
    await first
    await vi.waitFor(() => expect(begun.at(-1)).toBe('a2'))
    end('b1')
    await vi.waitFor(() => expect(begun.at(-1)).toBe('d1'))
    end('d1')
    await waits
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'd1'])
  })

  it('leaves its place when it fails, and gives up waiting in the end', async () => {
    vi.useFakeTimers()
    const { begun, send, end } = create()
    const first = send('a1')
    const second = send('a2')
    end('a1', new Error('no'))
    await expect(first).rejects.toThrow('no')
    await vi.advanceTimersByTimeAsync(5000)
    const third = expect(send('a3')).rejects.toMatchObject(busy)
    await vi.advanceTimersByTimeAsync(1000)
    await third
    expect(begun).toEqual(['a1', 'a2'])
    end('a2')
    await second
    void send('a4')
    expect(begun.at(-1)).toBe('a4')
  })
})

it.each([3, 4, 8, 16])('of %i connections members’ writes leave at least one', async (size) => {
  const { reads, writes } = createCallPlaces(size)
  let running = 0
  const work = () => {
    running++
    return new Promise<void>(() => {})
  }
  for (let n = 0; n < 3 * size; n++)
    writes.run({ member: n, network: n, unverified: null }, work).catch(() => {})
  expect(running).toBe(size - Math.ceil(size / 8))
  running = 0
  for (let n = 0; n < 3 * size; n++)
    reads.run({ member: n, network: 'one', unverified: null }, work).catch(() => {})
  expect(running).toBe(Math.floor(size / 2))
})
