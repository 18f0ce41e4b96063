import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { foldText } from '#domain/fold.ts'
import {
  cachedCities,
  cityByPlaceId,
  cityBySlug,
  foldCity,
  nearestCityFinder,
} from './cities.server.ts'
import { readCities, suggestCities } from './suggest.server.ts'

let app: TestApp
let cached: ReturnType<typeof nearestCityFinder>
beforeAll(async () => {
  app = await testApp()
  cached = nearestCityFinder(app.database, cachedCities(app.database))
}, 120_000)

type Near = { latitude: number; longitude: number }
const suggested = async (q: string, limit = 5, near?: Near) =>
  (await suggestCities(app.database, q, near, limit)).map(({ label }) => label)

describe('folding', () => {
  it.each([
    ['Crème Brûlée', 'creme brulee'],
    ["Coeur d'Alene", 'coeur dalene'],
    ['Łódź  —  Straße', 'lodz strasse'],
    ['東京', '東京'],
    ['!?', ''],
  ])('%s is compared as %s', (text, folded) => expect(foldText(text)).toBe(folded))
  it.each(['St. Paul', 'ST PAUL', 'Saint-Paul'])('takes %s for saint paul', (name) =>
    expect(foldCity(name)).toBe('saint paul'),
  )
})

describe('city suggestions', () => {
  it.each([
    ['minn', 'Minneapolis, MN, US'],
    ['MINNEAPOLIS mn', 'Minneapolis, MN, US'],
    ['Minneapolis, MN, US', 'Minneapolis, MN, US'],
    ['minneapolis kansas', 'Minneapolis, KS, US'],
    ['st paul', 'Saint Paul, MN, US'],
    ['st. paul minnesota', 'Saint Paul, MN, US'],
    ['saint pa', 'Saint Paul, MN, US'],
    ['saint pul', 'Saint Paul, MN, US'],
    ['mineapolis', 'Minneapolis, MN, US'],
    ['san fransisco', 'San Francisco, CA, US'],
    ['new york', 'New York City, NY, US'],
    ['nyc', 'New York City, NY, US'],
    ['sto', 'Stockholm, Stockholm, SE'],
    ['bath', 'Bath, England, GB'],
    ['paris tx', 'Paris, TX, US'],
    ['paris france', 'Paris, Île-de-France, FR'],
    ['wien', 'Vienna, Vienna, AT'],
    ['munchen', 'Munich, Bavaria, DE'],
    ['東京', 'Tokyo, Tokyo, JP'],
    ['singapore', 'Singapore, SG'],
    ['55406', 'Minneapolis, MN, US'],
    ['Minneapolis, MN 55406-1234, USA', 'Minneapolis, MN, US'],
    ['3517 E Lake St, Suite 4, Minneapolis, MN', 'Minneapolis, MN, US'],
    ['Springfield 01103', 'Springfield, MA, US'],
    ['Invalidenstraße 5, 10115 Berlin, Germany', 'Berlin, State of Berlin, DE'],
    ['123 Main St, San Francisco, CA 94105', 'San Francisco, CA, US'],
    ['San Jose, CA 95112', 'San Jose, CA, US'],
    ['Vancouver, BC V6B 1A1', 'Vancouver, British Columbia, CA'],
    ['calgary ab', 'Calgary, Alberta, CA'],
    ['100 George St, Sydney NSW 2000, Australia', 'Sydney, New South Wales, AU'],
    ['Richmond, CA', 'Richmond, CA, US'],
    ['Richmond, CA, Canada', 'Richmond, British Columbia, CA'],
    ['London, CA', 'London, Ontario, CA'],
    ['Salem, IN', 'Salem, Tamil Nadu, IN'],
    ['New York, NY, USA', 'New York City, NY, US'],
    ['la paz bolivia', 'La Paz, La Paz Department, BO'],
    ['San Patrico Jalisco', 'San Patricio, Jalisco, MX'],
  ])('%s finds %s first', async (q, label) => expect((await suggested(q))[0]).toBe(label))

  it('a state that is half typed leaves the names that begin so', async () => {
    expect(await suggested('San Francisco Ca')).toContain('San Francisco Cajonos, Oaxaca, MX')
    expect(await suggested('San Francisco Caj')).toEqual(['San Francisco Cajonos, Oaxaca, MX'])
  })
  it('puts cities within 0.1° of the point first', async () => {
    expect(await suggested('paris', 2)).toEqual(['Paris, Île-de-France, FR', 'Paris, TX, US'])
    const near = { latitude: 33.66, longitude: -95.55 }
    expect((await suggested('paris', 2, near))[0]).toBe('Paris, TX, US')
    expect((await suggested('paris', 2, { ...near, latitude: 33.5 }))[0]).not.toBe('Paris, TX, US')
  })
  it('finds each city once and no more than asked for', async () => {
    const found = await suggestCities(app.database, 'san', undefined, 50)
    expect(new Set(found.map(({ id }) => id)).size).toBe(50)
  })
  it.each(['', '  ', '%', '_', 'qqqqzz', '\uffff', 'x'.repeat(100_000), 'st '.repeat(33_000)])(
    'finds nothing for %.20j',
    async (q) => expect(await suggested(q)).toEqual([]),
  )
})

describe('a city that a text names', () => {
  const named = async (text: string) =>
    (await readCities(app.database, text, undefined, 1)).named(text.toLowerCase().split(/\W+/))
      ?.label
  it.each([
    ['new york', 'New York City, NY, US'],
    ['dc', 'Washington, DC, US'],
    ['paris', 'Paris, Île-de-France, FR'],
    ['Sandwich, IL', 'Sandwich, IL, US'],
    ['sandwich', undefined],
    ['', undefined],
  ])('%s is %s', async (text, label) => expect(await named(text)).toBe(label))
  it('may be its last words', async () =>
    expect(await suggested('Downtown Minneapolis')).toEqual(['Minneapolis, MN, US']))
})

describe('nearest city', () => {
  it.each([
    [44.98, -93.26, 'Minneapolis, MN, US', 'America/Chicago'],
    [44.94, -93.09, 'Saint Paul, MN, US', 'America/Chicago'],
    // Not Gramercy Park, which is a quarter, nor Weehawken across the river, which is nearest by distance alone.
    [40.7549, -73.984, 'New York City, NY, US', 'America/New_York'],
    [40.7357, -74.1724, 'Newark, NJ, US', 'America/New_York'],
    [34.05, -118.24, 'Los Angeles, CA, US', 'America/Los_Angeles'],
    [42, 21.43, 'Skopje, Grad Skopje, MK', 'Europe/Skopje'],
    [-17, 180, 'Labasa, Northern, FJ', 'Pacific/Fiji'],
    [-17, -180, 'Labasa, Northern, FJ', 'Pacific/Fiji'],
    [46.0, -62.0, 'Antigonish, Nova Scotia, CA', 'America/Halifax'],
  ])('%d, %d is %s', async (latitude, longitude, label, timeZone) => {
    const point = { latitude, longitude }
    for (const find of [nearestCityFinder(app.database), cached])
      expect(await find(point)).toMatchObject({ label, timeZone })
  })
})

describe('a city of which only the name and position are known', () => {
  it.each([
    ['saint-agapit-quebec-ca', 'America/Toronto'],
    ['skagway-ak-us', 'America/Juneau'],
  ])('%s has the time zone %s of its neighbors, and zip codes of its state', async (slug, zone) => {
    const { rows } = await sql<{ zone: string; zips: number[] }>`
      select time_zone as zone, zips from cities where slug = ${slug}`.execute(app.database)
    expect(rows).toEqual([{ zone, zips: slug === 'skagway-ak-us' ? [99840] : [] }])
  })
})

describe('cities', () => {
  it('are found by slug and by id', async () => {
    const city = (await cityBySlug(app.database, 'minneapolis-mn-us'))!
    expect(city).toMatchObject({ id: 5037649, label: 'Minneapolis, MN, US', population: 410939 })
    expect(city.area).toBe('Hennepin County, Minnesota, United States')
    expect(await cityByPlaceId(app.database, 'geonames:5037649')).toEqual(city)
    expect(await cityByPlaceId(app.database, 'city:minneapolis-mn-us')).toEqual(city)
    for (const none of ['geonames:1', 'geonames:99999999999', 'city:', 'osm:node/1', ''])
      expect(await cityByPlaceId(app.database, none)).toBeUndefined()
  })
  it.each([
    ['saint paul reunion', 'Saint-Paul, Reunion, RE', 'Réunion'],
    ['luanda', 'Luanda, Luanda, AO', 'Angola'],
    ['singapore', 'Singapore, SG', ''],
  ])('%s: the areas around it repeat neither themselves nor its name', async (q, label, area) =>
    expect(await suggestCities(app.database, q, undefined, 1)).toMatchObject([{ label, area }]),
  )
  it('have readable slugs of their own', async () => {
    const odd = await app.database
      .selectFrom('cities')
      .select('slug')
      .where('slug', '!~', '^[a-z0-9]+([a-z0-9-]*[a-z0-9])$')
      .execute()
    expect(odd).toEqual([])
  })
})
