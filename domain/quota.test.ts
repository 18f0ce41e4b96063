import { expect, test } from 'vitest'
import { freeSlot, quota } from './quota.ts'

test.each([
  [[], 1],
  [[1], 2],
  [[3, 1], 2],
  [[2, 3], 1],
  [[1, 2, 3], undefined],
  [[null], 1],
])('of three slots, %j taken leaves %s', (taken, free) => {
  expect(quota).toBe(3)
  expect(freeSlot(taken)).toBe(free)
})

test('the slot that was had before comes first', () => {
  expect(freeSlot([1], 3)).toBe(3)
  expect(freeSlot([3], 3)).toBe(1)
  expect(freeSlot([1, 2, 3], 3)).toBeUndefined()
  expect(freeSlot([], null)).toBe(1)
})
