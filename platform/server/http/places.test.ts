import { expect, it } from 'vitest'
import { placesForWork } from './places.ts'

it('has places for so many of a network, so many in all, and again once work ends', async () => {
  const places = placesForWork({ all: 3, ofNetwork: 2 })
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const busy = { status: 503 }
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
