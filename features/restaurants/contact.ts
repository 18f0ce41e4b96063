import type { Restaurant } from './contract.ts'

/**
 * Returns the address with the nearest city, if it is a street and number alone, as members are asked for. An address
 * with a comma names its own town, which may be another one.
 */
export function addressWithCity({
  address,
  cityName,
}: Pick<Restaurant, 'address' | 'cityName'>): string {
  const [town = ''] = cityName.split(',')
  const isWhole = address.includes(',') || address.toLowerCase().includes(town.toLowerCase())
  return isWhole ? address : `${address}, ${cityName.replace(/, US$/, '')}`
}

/**
 * What stands between two numbers in one field: 'a; b', 'a / b', 'a - b'. A slash or hyphen is also written within one, so
 * a second number must begin with a plus or zero, and both must be long enough.
 */
const between = /\s*[;,]\s*|\s+[/-]\s+(?=[+0])/
const fewestDigits = 7

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Returns the link (RFC 3966) that dials a restaurant's phone number as its source writes it: the first, if it has
 * several, without an extension and without the '(0)' that isn't dialed after a country's code.
 */
export function telephoneUrl(phone: string): string {
  const numbers = phone.split(between)
  const areSeveral = numbers.every((number) => digitsOf(number).length >= fewestDigits)
  const number = (areSeveral ? numbers[0]! : phone).replace(/\s*(x|ext\.?|#)\s*\d+\s*$/i, '')
  const international = /^\s*\+/.test(number)
  return `tel:${international ? `+${digitsOf(number.replace(/\(0\)/, ''))}` : digitsOf(number)}`
}
