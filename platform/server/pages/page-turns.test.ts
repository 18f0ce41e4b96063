import { expect, it } from 'vitest'
import { pageTurns } from './page-turns.ts'

const attacker = (n: number) => `2001:db8:1:${n.toString(16)}::/64`

/** Each page takes a round of the event loop, or as long as `until`. */
function start(until: Promise<void> = new Promise(setImmediate)) {
  const createTurn = pageTurns()
  const begun: string[] = []
  const ask = (name: string, network: string) => {
    const turn = createTurn(() => {
      begun.push(name)
      return until
    })
    turn.join(network)
    turn.done.catch(() => {})
    return turn
  }
  return { begun, ask }
}

it('S30 a page that several networks ask for waits in the line where its turn comes first', async () => {
  const { begun, ask } = start()
  for (let n = 0; n < 20; n++) ask(`attack ${n}`, attacker(n))
  const home = ask('home', attacker(20))
  home.join('192.0.2.1')
  await home.done
  expect(begun.indexOf('home')).toBeLessThan(4)
})

it('S30 a full line refuses pages of the prefix that fills it, but not those that others ask for too', async () => {
  const { begun, ask } = start()
  const many = Array.from({ length: 200 }, (_, n) => ask(`attack ${n}`, attacker(n)))
  many[199]!.join('192.0.2.1')
  const own = ask('own', '192.0.2.2')
  await expect(many[198]!.done).rejects.toMatchObject({ status: 503 })
  await Promise.all([many[199]!.done, own.done])
  expect(begun.length).toBeLessThan(8)
})

it('F14 pages whose data never comes keep no page of another waiting', async () => {
  const { begun, ask } = start(new Promise(() => {}))
  for (let n = 0; n < 20; n++) ask(`attack ${n}`, attacker(n))
  for (const network of ['192.0.2.1', '192.0.2.2'])
    for (let n = 0; n < 10; n++) ask(`${network} ${n}`, network)
  ask('home', '192.0.2.3')
  expect(begun).toHaveLength(5)
  expect(begun).toContain('home')
})
