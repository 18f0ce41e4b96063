import { expect, test } from 'vitest'
import { distanceOptions } from '#domain/position/distances.ts'
import {
  formatDistanceAway,
  distanceInWords,
  distanceLabel,
  roundedInUnit,
  unitOfLanguages,
} from './distance.ts'

test.each([
  ['en-US,en;q=0.9', 'mi'],
  ['en', 'mi'],
  ['en-GB', 'mi'],
  ['es-US', 'mi'],
  ['my', 'mi'],
  ['de', 'km'],
  ['de-DE,de;q=0.9,en-US;q=0.8', 'km'],
  ['en-CA', 'km'],
  ['es-419,en-US', 'km'],
  ['*', 'mi'],
  ['', 'mi'],
  [undefined, 'mi'],
  ['!, fr', 'km'],
  ['x'.repeat(10_000), 'mi'],
])('readers of %s are shown %s', (header, unit) => expect(unitOfLanguages(header)).toBe(unit))

test('the four distances are as round as they honestly can be', () => {
  expect(distanceOptions.map((one) => roundedInUnit(one, 'mi'))).toEqual([20, 10, 5, 1])
  expect(distanceOptions.map((one) => roundedInUnit(one, 'km'))).toEqual([32, 16, 8, 1.6])
  expect(distanceOptions.map((one) => distanceInWords(one, 'mi')).join()).toBe(
    '20 miles,10 miles,5 miles,1 mile',
  )
  expect(distanceOptions.map((one) => distanceInWords(one, 'km')).join()).toBe(
    '32 kilometers,16 kilometers,8 kilometers,1.6 kilometers',
  )
  expect([distanceLabel(20, 'mi'), distanceLabel(1, 'km')]).toEqual(['20 mi', '1.6 km'])
})

test.each([
  [0.04, 'right here', 'right here'],
  [0.05, '0.1 mi', '100 m'],
  [0.3, '0.3 mi', '500 m'],
  [0.6, '0.6 mi', '1.0 km'],
  [1.2, '1.2 mi', '1.9 km'],
  [6.3, '6.3 mi', '10 km'],
  [12.4, '12 mi', '20 km'],
])('%s miles away', (miles, inMiles, inKilometers) =>
  expect([formatDistanceAway(miles, 'mi'), formatDistanceAway(miles, 'km')]).toEqual([
    inMiles,
    inKilometers,
  ]),
)
