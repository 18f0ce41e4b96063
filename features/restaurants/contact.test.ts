import { expect, it } from 'vitest'
import { addressWithCity, telephoneUrl } from './contact.ts'

it.each([
  ['+1 612-555-0100', '+16125550100'],
  ['(612) 555-0100', '6125550100'],
  ['+49 (0) 7043 952517', '+497043952517'],
  ['+49(0)711/123456', '+49711123456'],
  ['0711 / 123456', '0711123456'],
  ['080 653517 - 080 6535180', '080653517'],
  ['+49 381 381 - 45 90 485', '+493813814590485'],
  ['+49 711 1234567; +49 711 7654321', '+497111234567'],
  ['612-555-0100 x 12', '6125550100'],
  ['612-555-0100 ext. 12', '6125550100'],
])('%s is dialed as %s', (phone, dialed) => expect(telephoneUrl(phone)).toBe(`tel:${dialed}`))

it.each([
  ['2600 Nicollet Ave', '2600 Nicollet Ave, Minneapolis, MN'],
  ['2600 Nicollet Ave minneapolis', '2600 Nicollet Ave minneapolis'],
  ['245 Water St, Excelsior, MN 55331', '245 Water St, Excelsior, MN 55331'],
])('%s is shown as %s', (address, shown) => {
  expect(addressWithCity({ address, cityName: 'Minneapolis, MN, US' })).toBe(shown)
})
