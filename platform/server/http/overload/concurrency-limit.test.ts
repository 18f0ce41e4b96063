import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCallLimits } from './call-concurrency.ts'
import { createConcurrencyLimit, type Requester } from './concurrency-limit.ts'
import { prefixOf } from '../limits.ts'

type Limit = ReturnType<typeof createConcurrencyLimit>
type Bounds = NonNullable<Parameters<typeof createConcurrencyLimit>[0]['running']>

const busy = { status: 503, code: 'unavailable' }
afterEach(() => vi.useRealTimers())

/** Sends named work to a limit, and ends it by its name. */
function start(options: Parameters<typeof createConcurrencyLimit>[0]) {
  const limit = createConcurrencyLimit(options)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const send = (name: string, requester: Partial<Requester> = {}, signal?: AbortSignal) => {
    const sent = limit.run(
      { network: name[0]!, ...requester },
      () => {
        begun.push(name)
        return new Promise<void>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve())),
        )
      },
      signal,
    )
    // Some of it still waits when its test ends.
    sent.catch(() => {})
    return sent
  }
  return { limit, begun, send, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

describe('without waiting', () => {
  it('has room for so many of a network, so many in all, and again once work ends', async () => {
    const { limit, send, end } = start({ most: { all: 3, network: 2 } })
    const first = send('a1')
    const broken = send('a2')
    await expect(send('a3')).rejects.toMatchObject(busy)
    void send('b1')
    await expect(send('c1')).rejects.toMatchObject(busy)
    expect(() => limit.refuseIfFull({ network: 'c' })).toThrow('busy')
    end('a1')
    await first
    await vi.waitFor(() => expect(limit.count()).toBe(2))
    void send('c2')
    end('a2', new Error('no'))
    await expect(broken).rejects.toThrow('no')
    await vi.waitFor(() => expect(limit.count()).toBe(2))
    limit.refuseIfFull({ network: 'c' })
  })

  it('S22 one member, one network and unverified members leave room for others', async () => {
    const { limit, send } = start({ most: { all: 13, member: 5, network: 8, unverified: 6 } })
    const asMember = (member: number, network: string, isUnverified = false) =>
      send('', { member, network, isUnverified })
    for (let n = 0; n < 5; n++) void asMember(1, 'a', true)
    await expect(asMember(1, 'b', true)).rejects.toMatchObject(busy)
    void asMember(2, 'b', true)
    await expect(asMember(3, 'c', true)).rejects.toMatchObject(busy)
    for (let n = 0; n < 3; n++) void asMember(4, 'a')
    await expect(asMember(5, 'a')).rejects.toMatchObject(busy)
    for (let n = 0; n < 4; n++) void asMember(5, 'd')
    expect(limit.count()).toBe(13)
    await expect(asMember(6, 'e')).rejects.toMatchObject(busy)
  })
})

describe('in turn', () => {
  it('S30 lets others have a turn between pieces of work that hold the thread', async () => {
    const limit = createConcurrencyLimit({ running: { network: 2 }, most: {} })
    const rounds: number[] = []
    let round = 0
    const count = setInterval(() => round++, 0)
    const work = async () => {
      const until = performance.now() + 3
      while (performance.now() < until);
      rounds.push(round)
    }
    await Promise.all(Array.from({ length: 12 }, () => limit.run({ network: 'a' }, work)))
    clearInterval(count)
    expect(new Set(rounds).size).toBeGreaterThanOrEqual(4)
  })

  it('begins in order, and what waits keeps nobody else waiting', async () => {
    const { begun, send, end } = start({
      running: { all: 3, network: 1 },
      most: { all: 6, network: 3 },
      patience: 60_000,
    })
    const first = send('a1')
    void send('a2')
    void send('a3')
    const other = send('b1')
    await expect(send('a4')).rejects.toMatchObject(busy)
    void send('c1')
    void send('d1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    end('a1')
    await first
    end('b1')
    await other
    await vi.waitFor(() => expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'd1']))
  })

  it('a signal ends the wait and gives the place back, but does nothing to what runs', async () => {
    const { begun, limit, send, end } = start({ running: { all: 1 }, most: {} })
    const controller = new AbortController()
    const first = send('a', {}, controller.signal)
    const waiting = send('b', {}, controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject(busy)
    expect(limit.count()).toBe(1)
    end('a')
    await first
    await vi.waitFor(() => expect(limit.count()).toBe(0))
    expect(begun).toEqual(['a'])
  })

  it('F14 others run while some work waits for something else, which then waits for its turn again', async () => {
    const { begun, limit, send, end } = start({ running: { all: 1 }, most: { all: 2 } })
    const { promise: hashed, resolve: hash } = Promise.withResolvers<void>()
    const password = limit.run({ network: 'p' }, async (withoutPermit) => {
      await withoutPermit(() => hashed)
      begun.push('password')
    })
    const vote = send('vote')
    await vi.waitFor(() => expect(begun).toEqual(['vote']))
    // What waits for something else counts among what is inside.
    await expect(send('other')).rejects.toMatchObject(busy)
    hash()
    await new Promise(setImmediate)
    expect(begun).toEqual(['vote'])
    end('vote')
    await Promise.all([vote, password])
    expect(begun).toEqual(['vote', 'password'])
  })

  it('leaves its place when it fails, and gives up waiting in the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { begun, send, end } = start({ running: { all: 1 }, most: {}, patience: 1000 })
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
    await vi.waitFor(() => expect(begun.at(-1)).toBe('a4'))
  })

  it('S11 leaves room for others, however many networks a prefix has', () => {
    const { begun, send } = start({ running: { prefix: 3, network: 2 }, most: {} })
    for (let n = 0; n < 6; n++) void send(`attack ${n}`, { network: `2001:db8:1:${n % 3}::/64` })
    void send('reader', { network: '2001:db8:2:1::/64' })
    expect(begun).toEqual(['attack 0', 'attack 1', 'attack 2', 'reader'])
  })

  it('S11 many networks of one prefix wait for one turn', async () => {
    const { begun, send, end } = start({ running: { all: 1 }, most: {} })
    let last = send('attack 0', { network: '2001:db8:1:0::/64' })
    for (let n = 1; n < 5; n++) void send(`attack ${n}`, { network: `2001:db8:1:${n}::/64` })
    void send('reader', { network: '2001:db8:2:1::/64' })
    void send('other', { network: '192.0.2.1' })
    for (const name of ['attack 0', 'attack 1', 'reader', 'other']) {
      end(name)
      await last
      last = vi.waitFor(() => expect(begun.at(-1)).not.toBe(name))
      await last
    }
    expect(begun).toEqual(['attack 0', 'attack 1', 'reader', 'other', 'attack 2'])
  })

  /** Returns the microseconds of the processor that two thousand pieces of work take. */
  async function costOf(limit: Limit, requesterOf: (n: number) => Requester) {
    const before = process.cpuUsage()
    const works = Array.from({ length: 2000 }, (_, n) => limit.run(requesterOf(n), async () => {}))
    await Promise.all(works)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }

  it('S11 many networks that wait in a full prefix cost little more than prefixes that wait', async () => {
    const limit = () => createConcurrencyLimit({ running: { all: 32, prefix: 8 }, most: {} })
    const ofPrefixes = await costOf(limit(), (n) => ({ network: `2001:db8:${n}:1::/64` }))
    const ofNetworks = await costOf(limit(), (n) => ({ network: `2001:db8:1:${n}::/64` }))
    expect(ofNetworks).toBeLessThan(8 * ofPrefixes)
  })

  it('S11 unverified members who wait for each other cost little more than a network that waits', async () => {
    const limit = (running: Bounds) => createConcurrencyLimit({ running, most: {} })
    const member = (n: number) => n % 10
    const ofNetwork = await costOf(limit({ all: 32, network: 8 }), (n) => ({
      network: '192.0.2.1',
      member: member(n),
    }))
    const ofUnverified = await costOf(
      limit({ all: 32, network: 16, member: 8, unverified: 8 }),
      (n) => ({ network: `192.0.2.${n % 3}`, member: member(n), isUnverified: true }),
    )
    expect(ofUnverified).toBeLessThan(3 * ofNetwork)
  })

  it('refuses the last of the prefix that has most waiting, and lets one of another wait instead', async () => {
    const { limit, begun, send, end } = start({ running: { all: 1 }, most: { all: 4 } })
    const first = send('a1')
    const [, third] = [send('a2'), send('a3')]
    void send('b1')
    limit.refuseIfFull({ network: 'c' })
    void send('c1')
    await expect(third).rejects.toMatchObject(busy)
    await expect(send('a4')).rejects.toMatchObject(busy)
    // Each has one waiting now, so there is nobody to refuse instead.
    await expect(send('d1')).rejects.toMatchObject(busy)
    expect(() => limit.refuseIfFull({ network: 'd' })).toThrow('busy')
    expect(limit.count()).toBe(4)
    end('a1')
    await first
    await vi.waitFor(() => expect(begun).toEqual(['a1', 'a2']))
  })

  it('an unverified member’s work is replaced by another’s, but never a verified member’s', async () => {
    const { begun, send, end } = start({ running: { all: 1 }, most: { unverified: 2 } })
    const first = send('a1')
    void send('a2')
    void send('a3')
    void send('b1', { isUnverified: true })
    const last = send('b2', { isUnverified: true })
    void send('c1', { isUnverified: true })
    await expect(last).rejects.toMatchObject(busy)
    await expect(send('d1', { isUnverified: true })).rejects.toMatchObject(busy)
    end('a1')
    await first
    await vi.waitFor(() => expect(begun).toEqual(['a1', 'a2']))
  })
})

it.each([
  ['2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8:0:ffff::/64', '2001:db8:0::/48'],
  ['2001:db8:1:1::/64', '2001:db8:1::/48'],
  ['192.0.2.1', '192.0.2.1'],
])('the prefix of %s is %s', (network, prefix) => expect(prefixOf(network)).toBe(prefix))

it.each([3, 4, 8, 16])('of %i connections members’ writes leave at least one', async (size) => {
  const { reads, writes } = createCallLimits({ main: size, listing: 8 })
  let running = 0
  const work = () => {
    running++
    return new Promise<void>(() => {})
  }
  for (let n = 0; n < 3 * size; n++)
    writes.run({ member: n, network: String(n) }, work).catch(() => {})
  expect(running).toBe(size - Math.ceil(size / 8))
  running = 0
  for (let n = 0; n < 3 * size; n++) reads.run({ member: n, network: 'one' }, work).catch(() => {})
  expect(running).toBe(Math.floor(size / 2))
})
