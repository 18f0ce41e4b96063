import { beforeAll, describe, expect, it } from 'vitest'
import { suggestionsOf } from '#features/pages/search-box/suggestions.ts'
import { readQuery } from '#features/places/words/near-and-open.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { sectionsOf } from './sections.ts'

let app: TestApp
const here = { latitude: 44.98, longitude: -93.27 }
const there = { latitude: 34.05, longitude: -118.24 }
/** A place with restaurants of every kind, none of which is called as they are asked for. */
const town = { latitude: 46.87, longitude: -96.79 }

const ask = async (q: string, point: typeof here = here) => {
  const asked = new URLSearchParams({
    q,
    latitude: `${point.latitude}`,
    longitude: `${point.longitude}`,
  })
  const { status, body } = await app.get(`/api/search?${asked}`)
  expect(status).toBe(200)
  return body
}
type Rows = { name: string }[]
const restaurants = async (q: string, point?: typeof here) =>
  ((await ask(q, point)).restaurants as Rows).map(({ name }) => name)
const suggested = async (q: string) => suggestionsOf(q, await ask(q)).map(({ name }) => name)
const titles = async (q: string) => sectionsOf(q, await ask(q)).map(({ title }) => title)

beforeAll(async () => {
  app = await testApp()
  const by = await app.member({ id: 20, userName: 'Ramen Ron' })
  const alley = await app.restaurant({ name: 'Ramen Alley' })
  await app.restaurant({ name: 'Siam Thai Kitchen', latitude: 45.1 })
  const tom = await app.restaurant({ name: 'Krung Thep' })
  await app.item({ restaurant: tom.id, category: 1, by: by.id, name: 'Tom Kha', tags: [12] })
  await app.item({ restaurant: alley.id, category: 1, by: by.id, name: 'Tonkotsu', upvotes: 1 })
  for (const name of ['Best Ramen', 'Thai Food', 'Good Thai Food', 'Best Thai'])
    await app.restaurant({ name, ...there })
  for (let times = 0; times < 9; times += 1)
    await app.restaurant({ name: `Best Ramen Thai Food ${times}`, ...there })
  for (const [index, name] of ['Lindens', 'Old Mill', 'Blue Door'].entries())
    await app.restaurant({ name, ...town, latitude: town.latitude + index / 100 })
  await app.restaurant({ name: 'Food', ...town, latitude: town.latitude + 0.2 })
})

describe('restaurants near by', () => {
  it.each([
    ['ramen near me', 'Ramen Alley'],
    ['best ramen near me', 'Ramen Alley'],
    ['Where is the tastiest ramen around here?', 'Ramen Alley'],
    ['good ramen places nearby', 'Ramen Alley'],
    ['best ramen here', 'Ramen Alley'],
    ['best ramen', 'Ramen Alley'],
    ['best thai near me', 'Siam Thai Kitchen'],
    ['thai food near me', 'Siam Thai Kitchen'],
    ['good thai food near me', 'Siam Thai Kitchen'],
    ['good thai food', 'Siam Thai Kitchen'],
  ])('come first for %s, whatever is called so elsewhere', async (q, name) => {
    const found = (await ask(q)).restaurants as { name: string; distanceMiles: number }[]
    expect(found[0]?.name).toBe(name)
    const near = found.map(({ distanceMiles }) => distanceMiles <= 50)
    expect(near).toEqual(near.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('that are called so come first', async () => {
    for (const name of ['Best Pho', 'Good Pho Food', 'Pho', 'Pho 79'])
      await app.restaurant({ name })
    expect((await restaurants('best pho near me'))[0]).toBe('Best Pho')
    expect((await restaurants('best pho in minneapolis', there))[0]).toBe('Best Pho')
    expect((await restaurants('good pho food near me'))[0]).toBe('Good Pho Food')
    expect(await restaurants('best pho near me')).toContain('Pho 79')
  })
})

/** A town with 12 restaurants whose names have no such words. */
const village = { latitude: 48.2, longitude: -101.3 }
beforeAll(async () => {
  for (let times = 0; times < 12; times += 1)
    await app.restaurant({
      ...village,
      name: `House ${times}`,
      latitude: village.latitude + times / 300,
    })
})

it('a restaurant that one member added is found by its name of such words at its door', async () => {
  const at = village
  const as = await app.member()
  const names = ['Best Food', 'The Food Place', 'Great Restaurant', 'Eat Here', 'Good To Go']
  for (const [index, name] of names.entries()) {
    const place = { name, address: '1 Main', ...at, longitude: at.longitude + (index + 1) / 300 }
    expect((await app.post('/api/restaurants', place, { as })).status).toBe(200)
  }
  for (const name of names) expect((await restaurants(name, at))[0], name).toBe(name)
  expect(await restaurants('best food near me', at)).toHaveLength(8)
})

it('a name of nothing but such words, which one member added, leads nowhere else', async () => {
  const as = await app.member()
  for (const name of ['Best Restaurants Near Me', 'Best Food Near Me by Bob', 'Best Restaurants']) {
    const place = { name, address: '1 Main', ...village, longitude: village.longitude + 1 }
    expect((await app.post('/api/restaurants', place, { as })).status).toBe(200)
  }
  // These have such words, too, but aren’t called just so.
  for (const name of ['Great Wall Chinese Restaurant', 'Good Fellas Food Truck'])
    await app.restaurant({ name, ...village, longitude: village.longitude + 0.5 })
  for (const q of [
    'near me',
    'restaurants near me',
    'best restaurants near me',
    'best restaurants',
    'food near me',
    'best food near me',
    'great restaurant',
    'good food',
  ])
    expect((await restaurants(q, { ...village, latitude: village.latitude - 0.03 }))[0], q).toBe(
      'House 0',
    )
})

it('‘sea food’ and ‘whole foods’ are no kind of food with a word more; ‘pub food’ is', () => {
  for (const q of ['sea food', 'whole foods']) expect(readQuery(q).what).toBe(q)
  for (const q of ['pub food', 'bar food near me', 'bar places nearby'])
    expect(readQuery(q).what).toBe(q.split(' ')[0])
})

it('a name that begins with such a word is found from afar', async () => {
  await app.restaurant({ name: 'Great Heron', ...there })
  expect(await restaurants('great heron')).toEqual(['Great Heron'])
})

it('‘food’ after a kind of it says no more of dishes either, unless both name one', async () => {
  const dishes = async (q: string) =>
    ((await ask(q)).dishes as { itemName: string }[]).map(({ itemName }) => itemName)
  for (const q of ['thai food near me', 'good thai food', 'thai food in minneapolis'])
    expect(await dishes(q), q).toContain('Tom Kha')
  expect((await ask('fast food near me')).categories[0].name).toBe('Fast Food')
})

it('members are found with such words beside their names, but don’t come first', async () => {
  const { members } = await ask('best ramen near me')
  expect(members.map(({ name }: { name: string }) => name)).toEqual(['Ramen Ron'])
  expect((await titles('best ramen near me')).at(-1)).toBe('Members')
})

it('neither page nor suggestions let what is far away lead', async () => {
  expect((await suggested('best ramen near me'))[0]).toBe('Ramen Alley')
  expect((await titles('best ramen near me'))[0]).toBe('Restaurants')
  // A dish near by comes before restaurants that are called so elsewhere.
  await app.restaurant({ name: 'Best Gumbo', ...there })
  const { id: restaurant } = await app.restaurant({ name: 'Bayou Kitchen' })
  await app.item({ restaurant, category: 1, by: 20, name: 'Gumbo' })
  expect((await suggested('best gumbo near me'))[0]).toBe('Gumbo')
  await app.restaurant({ name: 'Jambalaya House' })
  const { id: far } = await app.restaurant({ name: 'Delta', ...there })
  await app.item({ restaurant: far, category: 1, by: 20, name: 'Jambalaya' })
  expect((await suggested('jambalaya near me'))[0]).toBe('Jambalaya House')
  expect((await titles('jambalaya near me')).slice(0, 2)).toEqual(['Restaurants', 'Dishes'])
})

it.each([
  'near me',
  'restaurants near me',
  'best places nearby',
  'best near me',
  'best restaurants',
])('%s finds the nearest restaurants, whatever their names', async (q) => {
  expect(await restaurants(q, town)).toEqual(['Lindens', 'Old Mill', 'Blue Door', 'Food'])
})

it('of restaurants near by one that is called just so comes first', async () => {
  expect(await restaurants('food near me', town)).toEqual([
    'Food',
    'Lindens',
    'Old Mill',
    'Blue Door',
  ])
  const added = { ...town, name: 'Best', address: '1 Main Street', latitude: town.latitude + 0.3 }
  expect((await app.post('/api/restaurants', added, { as: await app.member() })).status).toBe(200)
  // Nobody but the member who added it speaks for this one.
  expect((await restaurants('best near me', town))[0]).toBe('Lindens')
})
