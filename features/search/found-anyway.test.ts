import { beforeAll, describe, expect, it } from 'vitest'
import { learnSounds } from '#features/places/words/sounds.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
const here = { latitude: 44.98, longitude: -93.27 }
const london = { latitude: 51.51, longitude: -0.12 }

type Rows = { id: number; name: string }[]
const asked = async (path: string, query: Record<string, string | number>) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, one]) => [key, String(one)]))
  const { status, body } = await app.get(`/api/${path}?${search}`)
  expect(status).toBe(200)
  return body
}
const names = (rows: Rows) => rows.map(({ name }) => name)
const searched = async (q: string, near: object = here, kind = 'restaurants') =>
  names((await asked('search', { q, ...near }))[kind] as Rows)
const suggested = async (q: string, near: object = here) =>
  names((await asked('places/restaurants', { q, ...near })) as Rows)

beforeAll(async () => {
  app = await testApp()
})

describe('names of other scripts are found in Latin letters', () => {
  beforeAll(async () => {
    const by = await app.member({ id: 20, userName: 'Twenty' })
    for (const name of [
      'Крошка Картошка',
      'Чайхона Хлопок',
      'Ταβέρνα Ναυσικά',
      '鼎泰豐信義店',
      'ラーメン工房',
      'ไทยสบาย',
      'فلافل هاشم',
      'שווארמה הקוסם',
      'ჩემი სახლი',
      '두부마을',
    ])
      await app.restaurant({ name })
    const { id: restaurant } = await app.restaurant({ name: 'Borscht Bar' })
    await app.item({ restaurant, category: 4, by: by.id, name: 'Пельмени' })
    await learnSounds(app.database)
  })

  it.each([
    ['kroshka kartoshka', 'Крошка Картошка'],
    ['Kroshka Kartoshk', 'Крошка Картошка'],
    ['chaykhona khlopok', 'Чайхона Хлопок'],
    ['chaihona hlopok', 'Чайхона Хлопок'],
    ['taverna naysika', 'Ταβέρνα Ναυσικά'],
    ['taverna nafsika', 'Ταβέρνα Ναυσικά'],
    ['taberna nausika', 'Ταβέρνα Ναυσικά'],
    ['dingtaifeng', '鼎泰豐信義店'],
    ['ding tai feng', '鼎泰豐信義店'],
    ['ramen', 'ラーメン工房'],
    ['thai', 'ไทยสบาย'],
    ['falafel', 'فلافل هاشم'],
    ['shawarma', 'שווארמה הקוסם'],
    ['chemi sakhli', 'ჩემი სახლი'],
    ['dubu maeul', '두부마을'],
    ['dubumaeul', '두부마을'],
  ])('%s finds %s', async (q, name) => {
    expect((await searched(q))[0]).toBe(name)
    expect((await searched(q, {}))[0]).toBe(name)
    expect((await suggested(q))[0]).toBe(name)
  })

  it('a dish as well', async () => {
    for (const q of ['pelmeni', 'pelmeny', 'pelmeni borscht bar'])
      expect(await searched(q, here, 'dishes')).toEqual(['Пельмени'])
  })

  it('not before one that is spelt as typed, and not by a letter or two', async () => {
    await app.restaurant({ name: 'Kroshka Kartoshka' })
    expect(await searched('kroshka kartoshka')).toEqual(['Kroshka Kartoshka', 'Крошка Картошка'])
    expect(await searched('nk')).toEqual([])
  })
})

it('a number before a name may be there or not', async () => {
  await app.restaurant({ name: 'Meraki' })
  for (const q of ['147 Meraki', '#3 meraki', '12. Meraki']) {
    expect(await searched(q)).toEqual(['Meraki'])
    expect(await suggested(q)).toEqual(['Meraki'])
  }
  // A restaurant with the number in its name comes first.
  await app.restaurant({ name: '147 Meraki' })
  expect(await searched('147 Meraki')).toEqual(['147 Meraki', 'Meraki'])
})

it('half a name is found, also where the next word has but one letter yet', async () => {
  await app.restaurant({ name: 'Fuel Foods' })
  for (const q of ['Fuel F', 'fuel fo', 'Fue']) {
    expect(await searched(q)).toEqual(['Fuel Foods'])
    expect(await suggested(q)).toEqual(['Fuel Foods'])
  }
})

describe('a city beside the name', () => {
  beforeAll(async () => {
    await app.restaurant({ name: 'Gasthof Lamm', latitude: 48.08, longitude: 11.83 })
    await app.restaurant({ name: 'Gasthof Lamm', latitude: 51.5, longitude: -0.1 })
    for (const [latitude, longitude] of [
      [51.51, -0.12],
      [37.34, -121.89],
      [37.94, -122.35],
      [49.17, -123.14],
      [51.05, -114.07],
      [-33.87, 151.21],
      [40.71, -74.01],
    ] as const)
      await app.restaurant({ name: 'Noodle Room', latitude, longitude })
  })
  const first = async (path: string, q: string) => {
    const body = await asked(path, { q, ...london })
    return ((path === 'search' ? body.restaurants : body) as { latitude: number }[])[0]?.latitude
  }

  it.each([
    'Gasthof Lamm Zorneding',
    'Gasthof Lamm in Zorneding',
    'Zorneding Gasthof Lamm',
    'gasthof lamm zornedign',
    'gasthof lamm zorneeding',
  ])('is where it is looked for, however small and far: %s', async (q) => {
    expect(await first('search', q)).toBe(48.08)
    expect(await first('places/restaurants', q)).toBe(48.08)
  })

  it.each([
    ['noodle room in san jose ca', 37.34],
    ['noodle room richmond ca', 37.94],
    ['noodle room calgary ab', 51.05],
    ['noodle room sydney nsw australia', -33.87],
    ['noodle room new york ny', 40.71],
  ])('is where it is looked for with its state: %s', async (q, latitude) => {
    expect(await first('search', q)).toBe(latitude)
    expect(await first('places/restaurants', q)).toBe(latitude)
  })

  it('none is guessed where the name is here', async () => {
    expect(await first('places/restaurants', 'Gasthof Lamm')).toBe(51.5)
    expect(await suggested('Gasthof Lamm', here)).toEqual([])
  })
})
