import { expect, test } from 'vitest'
import { destinationPoint, distanceAndDirectionText } from '../geometry.ts'

const home = { latitude: 44.98, longitude: -93.26 }

test.each([
  [0.4, 45, '0.4 miles north-east of'],
  [1, 180, '1 mile south of'],
  [0.034, 271, '0.03 miles west of'],
  [0.005, 359, 'less than 0.01 miles north of'],
  [1234.4, 120, '1,234 miles south-east of'],
])('two pins %s miles apart in direction %s', (miles, direction, words) =>
  expect(distanceAndDirectionText(home, destinationPoint(home, miles, direction), 'mi')).toBe(
    words,
  ),
)
test('two pins in one spot, and on both sides of the date line', () => {
  expect(distanceAndDirectionText(home, { ...home }, 'mi')).toBeNull()
  const [west, east] = [179.99, -179.99].map((longitude) => ({ latitude: 0, longitude }))
  expect(distanceAndDirectionText(west!, east!, 'mi')).toBe('1.4 miles east of')
  expect(distanceAndDirectionText(west!, east!, 'km')).toBe('2.2 kilometers east of')
})
