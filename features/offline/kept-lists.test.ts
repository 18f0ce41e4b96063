import { expect, it } from 'vitest'
import { keptListFor } from './kept-lists.ts'

const list = (path: string, latitude?: number, longitude = -93) => ({
  path,
  point: latitude === undefined ? null : { latitude, longitude },
})
const lists = [
  list('/pizza/somewhere?tags=3'),
  list('/pizza/north?open=now', 45),
  list('/ramen/somewhere?tags=3', 45),
  list('/pizza/somewhere'),
  list('/pizza/south', 44.8),
  list('/pizza?latitude=45.1&longitude=-93&distanceMiles=1', 45.1),
  list('/pizza/north', 45),
  list('/burgers/here', 45.05),
]

it.each([
  ['without a point the first', '/pizza', '/pizza/somewhere'],
  ['the nearest', '/pizza?latitude=44.95&longitude=-93&distanceMiles=5', '/pizza/north'],
  ['not one that doesn’t reach there', '/pizza?latitude=45.07&longitude=-93', '/pizza/north'],
  ['one that reaches there', '/pizza?latitude=45.11&longitude=-93', lists[5]!.path],
  ['one with filters if there is no other', '/ramen', '/ramen/somewhere?tags=3'],
  ['none that is too far away', '/pizza?latitude=44.5&longitude=-93', null],
  ['none on the other side of the world', '/pizza?latitude=44.8&longitude=93', null],
  ['none with filters', '/pizza?latitude=45&longitude=-93&open=now', null],
  ['none for a city', '/pizza/west', null],
  ['none of another category', '/dessert', null],
])('of the kept lists, %s', (_, address, found) => {
  expect(keptListFor(lists, new URL(address, 'https://yolo.example'))).toBe(found)
})
