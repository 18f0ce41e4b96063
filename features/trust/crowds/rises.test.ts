import { expect, it } from 'vitest'
import { risesIn } from './rises.ts'

const day = 86_400
/** Returns moments at this pace, in days, with pauses between them that are now longer, now shorter. */
const paced = (count: number, from: number, pause: number) =>
  Array.from({ length: count }, (_, n) => (from + (n + 0.3 * Math.sin(n * 7)) * pause) * day)

it('the moment from which on more came is found, and nothing in a steady pace', () => {
  expect(risesIn(paced(1_000, 0, 0.18))).toEqual([])
  expect(risesIn([])).toEqual([])
  expect(risesIn([5, 5, 5])).toEqual([])
  const [rise, ...others] = risesIn([...paced(24, 0, 2.5), ...paced(100, 61, 0.5)])
  expect(others).toEqual([])
  expect(Math.abs(rise! / day - 61)).toBeLessThan(2)
})

it('a dish that became known and a drip that began later are two rises', () => {
  const moments = [...paced(20, 0, 5), ...paced(60, 100, 1), ...paced(150, 161, 0.2)]
  const found = risesIn(moments.toReversed())
  expect(found).toHaveLength(2)
  expect(Math.abs(found[0]! / day - 100)).toBeLessThan(6)
  expect(Math.abs(found[1]! / day - 161)).toBeLessThan(2)
})

it('fewer came more often than the rule could act on: no rise', () => {
  expect(risesIn([...paced(24, 0, 2.5), ...paced(8, 61, 0.01)])).toEqual([])
  expect(risesIn([...paced(24, 0, 2.5), ...paced(11, 61, 0.01)])).toHaveLength(1)
})
