import { beforeAll, expect, it } from 'vitest'
import { cellOf } from '#domain/position/distance.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { foldText } from './fold.ts'

const centre = { latitude: 44.98, longitude: -93.27 }
const shown = 8
const count = 6_000
const manners = ['Golden', 'Green', 'Café', 'Old', 'Blue']
const houses = ['Fork', 'Oven', 'House', 'Table', 'Grill', 'Diner', 'Spoon']

/** Returns the name of the nth restaurant. Some share a short name, and a few have a rare one. */
function nameOf(n: number): string {
  if (n % 700 === 0) return `Zebra ${n}`
  if (n % 16 === 0) return ['Golden', 'Old House'][(n / 16) % 2]!
  return `${manners[n % 5]!} ${houses[n % 7]!} ${n}`
}

/** Restaurants on a spiral with equal turns: a city with a radius of twelve miles that is denser towards its center. */
const places = Array.from({ length: count }, (_, n) => {
  const [turn, miles] = [n * 2.399963, (n / count) * 12]
  const name = nameOf(n)
  return {
    latitude: centre.latitude + (Math.cos(turn) * miles) / 69,
    longitude: centre.longitude + (Math.sin(turn) * miles) / 49,
    name,
    key: foldText(name),
    gone: n % 50 === 7,
  }
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  for (let from = 0; from < places.length; from += 1_000)
    await app.database
      .insertInto('restaurants')
      .values(
        places.slice(from, from + 1_000).map(({ name, key, gone, ...point }, index) => ({
          ...point,
          place_id: `around:${from + index}`,
          name,
          name_key: key,
          address: '1 Test Street',
          cell5: cellOf(point, 5),
          cell7: cellOf(point, 7),
          city_label: 'Minneapolis, MN, US',
          city_slug: 'minneapolis-mn-us',
          time_zone: 'America/Chicago',
          source: 'test',
          deleted_at: gone ? new Date() : null,
        })),
      )
      .execute()
}, 120_000)

const from = {
  'the middle': centre,
  'its edge': { latitude: 45.1, longitude: -93.4 },
  'ten miles out': { latitude: 45.2, longitude: -93.27 },
  'forty miles out': { latitude: 44.45, longitude: -93.6 },
}

it.each(Object.entries(from))(
  'from %s the nearest are suggested, those of just that name first',
  async (_, point) => {
    for (const q of [
      '',
      'go',
      'Golden',
      'golden f',
      'cafe',
      'café ov',
      'old house',
      'h',
      'zebra',
    ]) {
      const key = foldText(q)
      const expected = places
        .map(({ latitude, longitude, ...place }, n) => ({
          ...place,
          id: `around:${n}`,
          miles: milesBetween(point, { latitude, longitude }),
        }))
        .filter(
          ({ key: name, gone, miles }) =>
            !gone && miles <= 50 && key.split(' ').every((word) => ` ${name}`.includes(` ${word}`)),
        )
        .sort((a, b) => Number(b.key === key) - Number(a.key === key) || a.miles - b.miles)
        .slice(0, shown)
        .map(({ id }) => id)
      const { latitude, longitude } = point
      const { body } = await app.get(
        `/api/places/restaurants?q=${encodeURIComponent(q)}&latitude=${latitude}&longitude=${longitude}`,
      )
      expect((body as { id: string }[]).map(({ id }) => id).slice(0, expected.length), q).toEqual(
        expected,
      )
    }
  },
)
