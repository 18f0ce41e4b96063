import { expect, it } from 'vitest'
import { renderingTurns } from './rendering-turns.ts'

const attacker = (n: number) => `2001:db8:1:${n.toString(16)}::/64`

function start() {
  const createTurn = renderingTurns()
  const rendered: string[] = []
  const ask = (name: string, network: string) => {
    const turn = createTurn()
    turn.join(network)
    const done = turn.wait().then(() => rendered.push(name))
    done.catch(() => {})
    return { turn, done }
  }
  return { rendered, ask }
}

it('S30 a page that several networks ask for waits in the line where its turn comes first', async () => {
  const { rendered, ask } = start()
  for (let n = 0; n < 20; n++) ask(`attack ${n}`, attacker(n))
  const { turn, done } = ask('home', attacker(20))
  turn.join('192.0.2.1')
  await done
  expect(rendered.indexOf('home')).toBeLessThan(4)
})

it('S30 a full line refuses pages of the prefix that fills it, but not those that others ask for too', async () => {
  const { rendered, ask } = start()
  const many = Array.from({ length: 200 }, (_, n) => ask(`attack ${n}`, attacker(n)))
  many[199]!.turn.join('192.0.2.1')
  const own = ask('own', '192.0.2.2')
  await expect(many[198]!.done).rejects.toMatchObject({ status: 503 })
  await Promise.all([many[199]!.done, own.done])
  expect(rendered.length).toBeLessThan(8)
})
