import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { chosenCity, selectedDistance } from './chosen.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the distance is one of four, 20 at first', () => {
  expect(selectedDistance.get()).toBe(20)
  selectedDistance.set(5)
  expect(selectedDistance.get()).toBe(5)
  localStorage.setItem('selectedDistance', '7')
  expect(selectedDistance.get()).toBe(20)
})

test('a place needs a point on the earth', () => {
  const place = {
    latitude: 44.98,
    longitude: -93.27,
    name: 'Minneapolis, MN, US',
    slug: 'minneapolis-mn-us',
  }
  chosenCity.set(place)
  expect(chosenCity.get()).toEqual(place)
  localStorage.setItem('location', JSON.stringify({ lat: 91, lng: 0, name: 'Nowhere' }))
  expect(chosenCity.get()).toBeNull()
})

test('the place is stored as lat, lng and name', () => {
  const place = { latitude: 44.98, longitude: -93.27, name: 'Minneapolis, MN, US' }
  chosenCity.set(place)
  expect(JSON.parse(localStorage.getItem('location')!)).toEqual({
    lat: 44.98,
    lng: -93.27,
    name: 'Minneapolis, MN, US',
  })
  expect(chosenCity.get()).toEqual(place)
})
