import { createRequire } from 'node:module'
import { foldCity } from '../fold.ts'

type Zip = { zip: string; latitude: number; longitude: number; city: string; state: string }
type Listed = { name: string; region: string; country: string }

/** US zip codes in their order, each with the city that it belongs to: the one so named in its state, else the nearest. */
export function zipsOf(cities: Listed[], nearest: (longitude: number, latitude: number) => number) {
  const named = new Map<string, number>()
  for (const [index, { name, region, country }] of cities.entries()) {
    const key = `${foldCity(name)} ${region}`
    if (country === 'US' && !named.has(key)) named.set(key, index)
  }
  const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
    codes: Record<string, Zip>
  }
  const rows = Object.values(codes)
    .filter(({ zip }) => /^\d{5}$/.test(zip))
    .sort((a, b) => Number(a.zip) - Number(b.zip))
  return {
    zip: Int32Array.from(rows.map(({ zip }) => Number(zip))),
    zipCity: Int32Array.from(
      rows.map(
        ({ city, state, longitude, latitude }) =>
          named.get(`${foldCity(city)} ${state}`) ?? nearest(longitude, latitude),
      ),
    ),
  }
}
