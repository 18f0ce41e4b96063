import { expect, test } from 'vitest'
import { categoryPath, parseListingQuery, listingQueryString } from './question.ts'

const read = (search: string) => parseListingQuery(new URLSearchParams(search))

test('an address and its question say the same', () => {
  const search =
    '?latitude=44.98&longitude=-93.264&distanceMiles=5&price=1,3&open=now&tags=35,37&sort=trending'
  expect(listingQueryString(read(search))).toBe(search)
})

test('a point is rounded to three decimals before anyone is asked', () => {
  expect(read('latitude=44.97997&longitude=-93.26384').point).toEqual({
    latitude: 44.98,
    longitude: -93.264,
  })
})

test.each([
  'latitude=91&longitude=0',
  'latitude=44',
  'latitude=&longitude=',
  'latitude=here&longitude=there',
  'latitude=10&longitude=180.1',
])('%s is no point', (search) => expect(read(search).point).toBeNull())

test('what makes no sense is as if it weren’t there', () => {
  expect(
    read('distanceMiles=7&tags=0,35,35,x,152,1e9&price=4,5,0,2,2&open=later&sort=worst'),
  ).toEqual({
    point: null,
    distanceMiles: 20,
    prices: [2, 4],
    openNow: false,
    tags: [35],
    order: 'best',
  })
})

test('a category’s address carries place and distance, or nothing', () => {
  const place = { latitude: 44.97997, longitude: -93.26384, name: 'Minneapolis, MN, US' }
  expect(categoryPath('burgers', place, 1)).toBe(
    '/burgers?latitude=44.98&longitude=-93.264&distanceMiles=1',
  )
  expect(categoryPath('burgers', null, 1)).toBe('/burgers')
})
