import { expect, test } from 'vitest'
import { pointFromInput } from './point.ts'

test('a point has both coordinates, 0 being one, or there is none', () => {
  expect(pointFromInput({ latitude: 0, longitude: 0 })).toEqual({ latitude: 0, longitude: 0 })
  expect(pointFromInput({})).toBeUndefined()
})

test.each([
  ['latitude', { longitude: 1 }],
  ['longitude', { latitude: 1 }],
])('the missing %s is named', (missing, asked) => {
  const fields = { [missing]: 'Latitude and longitude go together.' }
  expect(() => pointFromInput(asked)).toThrow(expect.objectContaining({ details: { fields } }))
})
