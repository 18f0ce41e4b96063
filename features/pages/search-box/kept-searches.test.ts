import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastSearches } from '#platform/web/storage/last-searches.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import { storeSearch } from './searches.ts'

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

test('the last ten searches are kept, the newest first, none twice, whole', () => {
  for (let number = 1; number <= 12; number += 1) storeSearch(`Dish ${number}`)
  const newest = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Dish ${number}`)
  expect(lastSearches.get()).toEqual(newest)
  expect(JSON.parse(localStorage.getItem('searches')!)).toEqual(newest)
  // The same search again, with different case and spaces.
  storeSearch('  dish   5 ')
  expect(lastSearches.get()).toEqual(['dish 5', ...newest.filter((one) => one !== 'Dish 5')])
  storeSearch(' ')
  expect(lastSearches.get()).toHaveLength(10)
  storeSearch(`${'x'.repeat(99)}🍜 and more`)
  expect(lastSearches.get()[0]).toBe(`${'x'.repeat(99)}🍜`)
})

test('what is no list of texts is none', () => {
  for (const [kept, read] of [
    ['{"a":1}', []],
    ['not json', []],
    [JSON.stringify(['ramen', 1, '', null]), ['ramen']],
  ] as const) {
    localStorage.setItem('searches', kept)
    expect(lastSearches.get()).toEqual(read)
  }
})
