import { expect, test } from 'vitest'
import { pointOf } from './point.ts'

test('a point has both coordinates, 0 being one, or there is none', () => {
  expect(pointOf({ latitude: 0, longitude: 0 })).toEqual({ latitude: 0, longitude: 0 })
  expect(pointOf({})).toBeUndefined()
})

test.each([
  ['latitude', { longitude: 1 }],
  ['longitude', { latitude: 1 }],
])('the missing %s is named', (missing, asked) => {
  const fields = { [missing]: 'Latitude and longitude go together.' }
  expect(() => pointOf(asked)).toThrow(expect.objectContaining({ details: { fields } }))
})
