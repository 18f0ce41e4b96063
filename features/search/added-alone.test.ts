import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const there = { latitude: 46.5, longitude: -94.3 }
const found = async (q: string, more: Record<string, number> = there) => {
  const asked = new URLSearchParams({ q })
  for (const [key, one] of Object.entries(more)) asked.set(key, String(one))
  const { body } = await app.get(`/api/search?${asked}`)
  return (body.restaurants as { name: string }[]).map(({ name }) => name)
}

it('restaurants that only the member who added them speaks for push no other out', async () => {
  const rival = await app.member()
  const add = async (name: string, times = 0) => {
    const latitude = there.latitude + times / 1_250
    const added = { ...there, name, latitude, address: `call 1-888-555-01${times + 10}` }
    const { status, body } = await app.post('/api/restaurants', added, { as: rival })
    expect(status).toBe(200)
    return body as { placeId: string }
  }
  for (let times = 0; times < 12; times += 1)
    await app.restaurant({ latitude: 46.51, longitude: -94.32, name: `Tony’s Pizza ${times}` })
  const fakes: { placeId: string }[] = []
  for (let times = 0; times < 70; times += 1) fakes.push(await add('Pizza', times))
  const fakesOf = (names: string[]) => names.filter((name) => name === 'Pizza')
  for (const more of [there, {}])
    for (const q of ['pizza', 'pizza brainerd']) {
      const names = await found(q, more)
      expect(names, q).toHaveLength(8)
      expect(fakesOf(names), q).toHaveLength(2)
    }
  // Another member's favorite speaks for one.
  const { placeId } = fakes[60]!
  const favorite = { placeId, categoryId: 2, itemName: 'Margherita', description: 'Thin.' }
  expect((await app.post('/api/yolos', favorite, { as: await app.member() })).status).toBe(200)
  expect(fakesOf(await found('pizza'))).toHaveLength(3)
  // One's own is found, and so are all of a name that no other has.
  for (const times of [0, 1, 2, 3]) await add('Grandma’s Kitchen', times)
  const own = await found('grandmas kitchen')
  expect(own.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'Grandma’s Kitchen'))
})

it('of a town that members added all are before what is far away', async () => {
  const town = { latitude: 41.2, longitude: -109.4 }
  for (let times = 0; times < 8; times += 1) {
    const latitude = town.latitude + times / 1_250
    const added = { ...town, name: `Anna’s Pasta ${times}`, latitude, address: '1 Main Street' }
    expect((await app.post('/api/restaurants', added, { as: await app.member() })).status).toBe(200)
    await app.restaurant({ latitude: 27, longitude: -81, name: `Far Pasta ${times}` })
  }
  const names = await found('pasta', town)
  expect(
    names.filter((name) => name.startsWith('Anna')),
    names.join(),
  ).toHaveLength(8)
})

it('also before those of a city within 50 miles, but not with more than a few of one member', async () => {
  const pasta = async (name: string, as: Person, latitude: number, times: number) => {
    const added = {
      latitude: latitude + times / 1_250,
      longitude: -119.4,
      address: '1 Main Street',
    }
    const { status } = await app.post('/api/restaurants', { ...added, name }, { as })
    expect(status).toBe(200)
  }
  const [city, village, rival] = [36.66, 36, await app.member()]
  for (let times = 0; times < 8; times += 1) {
    await app.restaurant({ latitude: city, longitude: -119.4, name: `City Pasta ${times}` })
    await pasta(`Anna’s Pasta ${times}`, await app.member(), village, times)
  }
  const at = { latitude: village, longitude: -119.4 }
  const isAnnas = (name: string) => name.startsWith('Anna')
  expect((await found('pasta', at)).filter(isAnnas)).toHaveLength(8)
  // Round a place without others, twelve of one member leave the city's in their place.
  for (let times = 0; times < 12; times += 1) await pasta('Pasta', rival, 37.2, times)
  const names = await found('pasta', { latitude: 37.2, longitude: -119.4 })
  expect(names.filter((name) => name === 'Pasta')).toHaveLength(2)
  expect(names).toHaveLength(8)
})

it('without a point, too, many of one member leave what begins as the search among those compared', async () => {
  const rival = await app.member()
  for (let times = 0; times < 130; times += 1) {
    const added = { latitude: 48.5 + times / 1_250, longitude: -100, address: '1 Main Street' }
    const { status } = await app.post(
      '/api/restaurants',
      { ...added, name: 'Zorbataverna' },
      { as: rival },
    )
    expect(status).toBe(200)
  }
  // On both sides of the others, whichever the database reads first.
  for (const longitude of [-160, 151])
    await app.restaurant({ latitude: 30, longitude, name: `Zorbatavernaki ${longitude}` })
  const names = await found('zorbataverna', {})
  expect(names.filter((name) => name.startsWith('Zorbatavernaki'))).toHaveLength(2)
})
