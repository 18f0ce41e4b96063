import { expect, it } from 'vitest'
import { holdMembers } from '#domain/holds.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
type Point = { latitude: number; longitude: number }
type Dish = { id: number; itemName: string; restaurantName: string }

const search = async (q: string, near?: Point): Promise<Dish[]> => {
  const asked = new URLSearchParams({ q })
  for (const [key, one] of Object.entries(near ?? {})) asked.set(key, String(one))
  const { status, body } = await app.get(`/api/search?${asked}`)
  expect(status).toBe(200)
  return body.dishes
}

const advert = 'Call 1-888-555-0100'
const adverts = (dishes: Dish[]) => dishes.filter((dish) => dish.restaurantName === advert)

let streets = 0
async function addRestaurant(as: Person, name: string, at: Point) {
  const address = `${++streets} Main Street`
  const { status, body } = await app.post('/api/restaurants', { ...at, name, address }, { as })
  expect(status).toBe(200)
  return body as { placeId: string }
}

async function save(as: Person, placeId: string, categoryId: number, itemName: string) {
  const favorite = { placeId, categoryId, itemName, description: 'Good.' }
  const { status, body } = await app.post('/api/yolos', favorite, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.itemId as number
}

async function upvote(as: Person, id: number) {
  expect((await app.post(`/api/items/${id}/upvote`, {}, { as })).status).toBe(200)
}

/** A new member adds a restaurant whose name is an advertisement, and saves a dish there in each category. */
async function advertise(at: Point, itemName: string) {
  const rival = await app.member()
  const { placeId } = await addRestaurant(rival, advert, at)
  for (let category = 1; category <= 14; category += 1)
    await save(rival, placeId, category, itemName)
  return rival
}

/** Members save one dish each at a restaurant nearly a mile away. */
async function honest(at: Point, names: string[], { category = 3, upvotes = 5 } = {}) {
  const { id } = await app.restaurant({ ...at, latitude: at.latitude + 0.01, name: 'Good Place' })
  for (const name of names)
    await app.item({ restaurant: id, category, by: (await app.member()).id, name, upvotes })
}

const letters = (count: number) => 'abcdefgh'.slice(0, count).split('')

it('dishes that one member named as a search push no others out', async () => {
  const at = { latitude: 44.95, longitude: -93.1 }
  const rival = await advertise(at, 'Pad Thai')
  await honest(
    at,
    letters(8).map((letter) => `House Pad Thai ${letter}`),
  )
  const saintPaul = 'pad thai saint paul'
  for (const [q, near] of [
    ['pad thai', at],
    ['pad thai', undefined],
    ['pad thai near me', at],
    [saintPaul, undefined],
    [saintPaul, { latitude: 40.7, longitude: -74 }],
  ] as const) {
    const dishes = await search(q, near)
    expect(dishes, q).toHaveLength(8)
    expect(adverts(dishes), q).toHaveLength(2)
  }
  // A hold changes nothing, since nobody may learn of it.
  const ids = async () => (await search('pad thai', at)).map(({ id }) => id)
  const before = await ids()
  await app.database
    .transaction()
    .execute((tx) =>
      holdMembers(tx, { members: [rival.id], reason: 'One of many.', by: 'rule', now: new Date() }),
    )
  expect(await ids()).toEqual(before)
})

it('nor where the search names a category or a tag', async () => {
  const at = { latitude: 41.3, longitude: -95.2 }
  await advertise(at, 'Vegan Burger')
  await honest(
    at,
    letters(8).map((letter) => `House Vegan Burger ${letter}`),
    { category: 1 },
  )
  for (const q of ['vegan burger', 'burger', 'vegan burgers', 'burgers']) {
    const dishes = await search(q, at)
    expect(dishes, q).toHaveLength(8)
    expect(adverts(dishes).length, q).toBeLessThanOrEqual(2)
  }
})

it('unverified accounts are as one member, also where a verified one votes for all of their dishes', async () => {
  const at = { latitude: 38.2, longitude: -80.4 }
  const rival = await app.member()
  const { placeId } = await addRestaurant(rival, advert, at)
  const saved: number[] = []
  for (let category = 1; category <= 12; category += 1)
    saved.push(await save(await app.member({ verified: false }), placeId, category, 'Lasagna'))
  await honest(
    at,
    letters(8).map((letter) => `House Lasagna ${letter}`),
  )
  expect(adverts(await search('lasagna', at))).toHaveLength(2)
  for (const id of saved) await upvote(rival, id)
  expect(adverts(await search('lasagna', at))).toHaveLength(2)
})

it('where others leave room all dishes of a member are found, behind those of others', async () => {
  const at = { latitude: 35.2, longitude: -99.4 }
  await advertise(at, 'Cold Brew')
  expect(adverts(await search('cold brew', at))).toHaveLength(8)
  await honest(
    at,
    letters(3).map((letter) => `House Cold Brew ${letter}`),
    { upvotes: 0 },
  )
  const dishes = await search('cold brew', at)
  expect(dishes.map((dish) => dish.restaurantName === advert)).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})

it('what another member speaks for is in its place', async () => {
  const at = { latitude: 33.2, longitude: -101.4 }
  await advertise(at, 'Wagyu Tataki')
  await honest(
    at,
    letters(8).map((letter) => `House Wagyu Tataki ${letter}`),
  )
  const shown = adverts(await search('wagyu tataki', at))
  expect(shown).toHaveLength(2)
  await upvote(await app.member(), shown[0]!.id)
  expect(adverts(await search('wagyu tataki', at))).toHaveLength(3)
})

it('two members who fill all their places leave the dishes of others among those compared', async () => {
  const at = { latitude: 30.2, longitude: -97.4 }
  for (const rival of [await app.member(), await app.member()])
    for (let times = 0; times < 3; times += 1) {
      const { placeId } = await addRestaurant(rival, advert, {
        ...at,
        latitude: at.latitude + ++streets / 2_000,
      })
      for (let category = 1; category <= 14; category += 1)
        await save(rival, placeId, category, 'Birria Tacos')
    }
  await honest(
    at,
    letters(8).map((letter) => `House Birria Tacos ${letter}`),
  )
  const dishes = await search('birria tacos', at)
  expect(dishes).toHaveLength(8)
  expect(adverts(dishes)).toHaveLength(4)
})

it('and end no search for dishes that are called so with their restaurant', async () => {
  const at = { latitude: 27.2, longitude: -99.9 }
  const rival = await app.member()
  for (let times = 0; times < 3; times += 1) {
    const { placeId } = await addRestaurant(rival, advert, {
      ...at,
      latitude: at.latitude + times / 500,
    })
    for (let category = 1; category <= 14; category += 1)
      await save(rival, placeId, category, `Zorba Gyros ${times}`)
  }
  const { id } = await app.restaurant({ ...at, name: 'Zorba' })
  await app.item({ restaurant: id, category: 3, by: (await app.member()).id, name: 'Gyros' })
  const dishes = await search('zorba gyros', at)
  expect(dishes.map(({ restaurantName }) => restaurantName)).toContain('Zorba')
})

it('what one member saved near by stays before what is far away, whatever else is near', async () => {
  const at = { latitude: 41.2, longitude: -109.4 }
  const by = (await app.member()).id
  const names = ['Chicken', 'Lamb', 'Paneer', 'Fish', 'Egg', 'Okra']
  for (const [index, name] of names.entries()) {
    const { id } = await app.restaurant({ name: `Bowl ${index}`, ...at })
    await app.item({ restaurant: id, category: index + 1, by, name: `${name} Tikka Masala` })
  }
  const far = await app.restaurant({ name: 'Far House', latitude: 27, longitude: -81 })
  for (const letter of letters(8))
    await app.item({
      restaurant: far.id,
      category: 3,
      by: (await app.member()).id,
      name: `Tikka Masala ${letter}`,
      upvotes: 1,
    })
  const rival = await app.member()
  const { placeId } = await addRestaurant(rival, 'Order Tikka Masala and more by phone today', {
    ...at,
    latitude: 41.75,
  })
  await save(rival, placeId, 2, 'Water')
  const dishes = await search('tikka masala', at)
  const order = dishes.map(({ restaurantName }) => restaurantName.split(' ')[0])
  expect(order).toEqual(['Bowl', 'Bowl', 'Order', 'Bowl', 'Bowl', 'Bowl', 'Bowl', 'Far'])
})

it('but never before what others saved near by, whatever is far away', async () => {
  const at = { latitude: 41.2, longitude: -99.4 }
  const rival = await advertise(at, 'Saag Paneer')
  await honest(at, ['Creamy Chicken Saag with Paneer', 'Lamb Saag in Paneer Gravy'], { upvotes: 0 })
  const isAdvert = [true, true, false, false, true, true, true, true]
  const found = async () =>
    (await search('saag paneer', at)).map(({ restaurantName }) => restaurantName === advert)
  expect(await found()).toEqual(isAdvert)
  const { placeId } = await addRestaurant(rival, advert, { ...at, latitude: 42.2 })
  await save(rival, placeId, 1, 'Saag Paneer')
  expect(await found()).toEqual(isAdvert)
  const far = await app.restaurant({ name: 'Far House', latitude: 27, longitude: -81 })
  const by = (await app.member()).id
  await app.item({ restaurant: far.id, category: 3, by, name: 'Saag Paneer', upvotes: 1 })
  expect(await found()).toEqual(isAdvert)
})

it('nor where a word of the search is in no name', async () => {
  const at = { latitude: 41.2, longitude: -89.4 }
  await advertise({ ...at, latitude: 41.75 }, 'Kare Raisu')
  await honest(
    at,
    letters(6).map((letter) => `Kare Raisu ${letter}`),
  )
  const names = async (near?: Point) =>
    (await search('zesty kare raisu', near)).map(({ restaurantName }) => restaurantName)
  for (const near of [at, undefined])
    expect((await names(near)).filter((name) => name === 'Good Place')).toHaveLength(6)
  expect((await names(at)).slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'Good Place'))
})
