import { expect, it } from 'vitest'
import { addressWithCity } from './address-with-city.ts'

it.each([
  ['2600 Nicollet Ave', '2600 Nicollet Ave, Minneapolis, MN'],
  ['2600 Nicollet Ave minneapolis', '2600 Nicollet Ave minneapolis'],
  ['245 Water St, Excelsior, MN 55331', '245 Water St, Excelsior, MN 55331'],
])('%s is shown as %s', (address, shown) => {
  expect(addressWithCity({ address, cityName: 'Minneapolis, MN, US' })).toBe(shown)
})
