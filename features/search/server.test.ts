import { beforeAll, expect, it } from 'vitest'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { renderPage } from '#platform/testing/render-page.ts'

let app: TestApp
let by: Person
const here = { latitude: '44.98', longitude: '-93.27' }

beforeAll(async () => {
  app = await testApp()
  by = await app.member({ userName: 'Mary Jones' })
  const kramarczuk = await app.restaurant({ name: 'Kramarczuk Sausage' })
  for (const name of [
    'Brasserie Zentral & Söhne',
    'Agra Mahal',
    'La Lluna',
    'Mahal',
    'カフェ・ポルトフィーノ',
    'Saint Genevieve',
    'P.F. Chang’s',
    '鼎泰豐信義店',
  ])
    await app.restaurant({ name })
  await app.item({ restaurant: kramarczuk.id, category: 3, by: by.id, name: 'Jucy Lucy' })
  await app.item({ restaurant: kramarczuk.id, category: 10, by: by.id, name: 'Крафтове пиво' })
  await rebuildVocabulary(app.database)
})

const ask = async (query: Record<string, string>, as: Person | null = null) =>
  app.get(`/api/search?${new URLSearchParams(query)}`, { as })
const firstOf = async (kind: string, q: string, more: Record<string, string> = {}) => {
  const { status, body } = await ask({ q, ...more })
  expect(status).toBe(200)
  return body[kind][0]?.[kind === 'dishes' ? 'itemName' : 'name']
}

it.each([
  ['brasserie zentral and sohne', 'Brasserie Zentral & Söhne'],
  ['kramarczuk', 'Kramarczuk Sausage'],
  ['krama', 'Kramarczuk Sausage'],
  ['kramarczk sausage', 'Kramarczuk Sausage'],
  ['kramarzcuk', 'Kramarczuk Sausage'],
  ['kramarcczuk', 'Kramarczuk Sausage'],
  ['kramarczuk minneapolis', 'Kramarczuk Sausage'],
  ['st genevieve', 'Saint Genevieve'],
  ['pf changs', 'P.F. Chang’s'],
  ['p f chang', 'P.F. Chang’s'],
  ['信義店', '鼎泰豐信義店'],
  ['dingtaifengxinyidian', '鼎泰豐信義店'],
  ['kafue porutofiino', 'カフェ・ポルトフィーノ'],
  // The whole name comes first, also if part of it is a city or says little.
  ['agra mahal', 'Agra Mahal'],
  ['la lluna', 'La Lluna'],
  ['agra m', 'Agra Mahal'],
  ['La Llnua', 'La Lluna'],
])('restaurants: %s finds %s', async (q, name) => {
  expect(await firstOf('restaurants', q)).toBe(name)
  expect(await firstOf('restaurants', q, here)).toBe(name)
})

it.each([
  ['jucy lucy', 'Jucy Lucy'],
  ['juci lucy', 'Jucy Lucy'],
  ['lucy kramarczuk', 'Jucy Lucy'],
  ['lucy burger', 'Jucy Lucy'],
  ['lucy near me', 'Jucy Lucy'],
  ['lucy minneapolis', 'Jucy Lucy'],
  ['kraftove pivo', 'Крафтове пиво'],
])('dishes: %s finds %s', async (q, name) => {
  expect(await firstOf('dishes', q, here)).toBe(name)
})

it('a misspelled word means those that differ least', async () => {
  const { id } = await app.restaurant()
  for (const name of ['Angry Burger', 'Burnt Ends'])
    await app.item({ restaurant: id, category: 3, by: (await app.member()).id, name })
  await rebuildVocabulary(app.database)
  const { body } = await ask({ q: 'burgr' })
  expect(body.dishes.map(({ itemName }: { itemName: string }) => itemName)).toEqual([
    'Angry Burger',
  ])
})

it('initials are found with dots, spaces or neither', async () => {
  const names = ['B.L.T. Parlor', 'B L T Parlor', 'BLT Parlor']
  for (const name of names) await app.restaurant({ name })
  for (const q of ['b.l.t. parlor', 'b l t parlor', 'BLT parlor']) {
    const { restaurants } = (await ask({ q })).body
    expect(restaurants.map(({ name }: any) => name)).toEqual(expect.arrayContaining(names))
    const suggested = await app.get(
      `/api/places/restaurants?${new URLSearchParams({ q, ...here })}`,
    )
    expect(suggested.body.map(({ name }: any) => name)).toEqual(expect.arrayContaining(names))
  }
})

it('a dish is found by its restaurant’s name, before those that only have its words', async () => {
  const [nines, ninety] = [await app.restaurant({ name: 'Cafe Nines' }), await app.restaurant()]
  await app.item({ restaurant: ninety.id, category: 3, by: by.id, name: 'Cafe Nines Burger' })
  await app.item({ restaurant: nines.id, category: 6, by: by.id, name: 'Twelve Layer Cake' })
  expect(await firstOf('dishes', 'cafe nines')).toBe('Twelve Layer Cake')
  expect(await firstOf('dishes', 'cafe nines burger')).toBe('Cafe Nines Burger')
})

it('of equal names the nearest comes first', async () => {
  const far = await app.restaurant({ name: 'Chain Diner', latitude: 46 })
  const near = await app.restaurant({ name: 'Chain Diner' })
  const { restaurants } = (await ask({ q: 'chain diner', ...here })).body
  expect(restaurants.map(({ id }: any) => id)).toEqual([near.id, far.id])
})

it('a city in the query sets the place, and categories and tags are found by name', async () => {
  const { body } = await ask({ q: 'burgers minneapolis' })
  expect(body.place.name).toBe('Minneapolis, MN, US')
  expect(body.categories).toContainEqual({ id: 3, name: 'Burgers', slug: 'burgers' })
  for (const q of ['burgers', 'the white house'])
    expect((await ask({ q })).body.place, q).toBeNull()
  for (const q of ['minneap', 'minneaplis'])
    expect(await firstOf('cities', q)).toBe('Minneapolis, MN, US')
  expect(await firstOf('tags', 'low sodium')).toBe('Low sodium')
})

it('members are found by their display name alone, unless they don’t count or block', async () => {
  expect(await firstOf('members', 'mary jo')).toBe('Mary Jones')
  expect(await firstOf('members', by.email)).toBeUndefined()
  await app.member({ userName: 'Newcomer Nell', verified: false })
  expect(await firstOf('members', 'newcomer nell')).toBeUndefined()
})

it('what is gone is not found, and a new name at once', async () => {
  const { id } = await app.restaurant({ name: 'Vanishing Point' })
  const item = await app.item({ restaurant: id, category: 3, by: by.id, name: 'Ghost Wrap' })
  expect(await firstOf('dishes', 'ghost wrap')).toBe('Ghost Wrap')
  await app.database
    .updateTable('restaurants')
    .set({ name: 'Turning Point', name_key: 'turning point' })
    .where('id', '=', id)
    .execute()
  expect(await firstOf('dishes', 'ghost turning')).toBe('Ghost Wrap')
  await app.database
    .updateTable('items')
    .set({ deleted_at: new Date() })
    .where('id', '=', item.id)
    .execute()
  expect(await firstOf('dishes', 'ghost wrap')).toBeUndefined()
})

it('kinds limits the answer, and bad input is refused', async () => {
  const { body } = await ask({ q: 'kramarczuk', kinds: 'dishes' })
  expect(body.restaurants).toEqual([])
  for (const query of ['q=', 'q=x&kinds=shoes', 'q=x&latitude=91&longitude=0'])
    expect((await app.get(`/api/search?${query}`)).status, query).toBe(400)
  // Nothing of what is typed is a pattern or an operator.
  for (const q of ['%', '_', '\\', "'", '& | !', ':*', '100%', '()', '🍔'])
    expect((await ask({ q })).status, q).toBe(200)
})

it('the page shows what was found by kind, or that nothing was', async () => {
  const page = async (q: string) =>
    (await renderPage(app, `/search?q=${encodeURIComponent(q)}`)).html.replaceAll('<!-- -->', '')
  const lucy = await page('jucy lucy')
  expect(lucy).toContain('<h2')
  expect(lucy).toContain('Jucy Lucy')
  expect(await page('breakfast open now')).toContain('href="/breakfast?open=now"')
  expect(await page('zzqxv')).toContain('Nothing is called “zzqxv” here.')
})
