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
