import { describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const member = await app.member()
const rival = await app.member()
let latitude = 30
/** Returns a point far from those of the other tests. */
const elsewhere = () => ({ latitude: (latitude += 0.5), longitude: -90 })
type Point = ReturnType<typeof elsewhere>
/** Returns the point this many miles north of another. */
const north = (miles: number, from: Point) => ({ ...from, latitude: from.latitude + miles / 69.09 })

const add = async (name: string, at: Point, address = 'evil.example', as = rival) => {
  const { status, body } = await app.post('/api/restaurants', { name, address, ...at }, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { placeId: string }
}

type Sent = { name: string; latitude?: number; longitude?: number; address?: string; city?: string }
const match = async (place: Sent, as: Person = member) => {
  const { status, body } = await app.post('/api/saved-places/match', { places: [place] }, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.matches[0] as {
    sure: string
    candidates: { placeId: string; name: string; address: string }[]
  }
}
/** Returns how sure it is, and the names of the candidates. */
const found = async (place: Sent, as?: Person) => {
  const { sure, candidates } = await match(place, as)
  return [sure, ...candidates.map(({ name }) => name)]
}

const ends =
  'To Go,Takeout,Delivery,Express,Patio,Catering,Counter,Pickup,Online,Two,Annex,Bar Room'

describe('what only the member who added it speaks for', () => {
  it('takes no other restaurant out of what a file’s place may be', async () => {
    const at = elsewhere()
    const address = '1 Test Street'
    await app.restaurant({ name: 'Old Harbor Fish House', ...at })
    const pin = north(0.02, at)
    const name = 'Old Harbor Fish House'
    expect(await found({ name, ...pin, address })).toEqual(['sure', name])
    for (const end of ends.split(',')) await add(`${name} ${end}`, pin, address)
    for (const place of [pin, at])
      for (const more of [{}, { address }]) {
        const [sure, first, ...others] = await found({ name, ...place, ...more })
        expect([sure, first]).toEqual(['sure', name])
        expect(others).toHaveLength(4)
      }
  })

  it('isn’t first where the name is only alike', async () => {
    const at = elsewhere()
    await app.restaurant({ name: 'Gyro Republic', ...at })
    for (const letter of 'ABCDEFGHIJKL') await add(`Gyro ${letter}`, north(0.03, at))
    const pin = north(0.03, at)
    expect((await found({ name: 'Gyro Republic', ...pin })).slice(0, 2)).toEqual([
      'sure',
      'Gyro Republic',
    ])
    expect((await found({ name: 'Gyro Republik', ...pin })).slice(0, 2)).toEqual([
      'likely',
      'Gyro Republic',
    ])
  })

  it('leaves a choice where it is a nearer branch of the same name', async () => {
    const at = elsewhere()
    const pin = north(0.11, at)
    const address = '210 Main Street'
    const { placeId } = await app.restaurant({ name: 'Blue Door Pub', ...at })
    const branch = await add('Blue Door Pub', pin, address)
    const { sure, candidates } = await match({ name: 'Blue Door Pub', ...pin, address })
    const ids = [placeId, branch.placeId]
    expect([sure, candidates.map((one) => one.placeId)]).toEqual(['several', ids])
  })

  it('is second where it is closer than another', async () => {
    const at = elsewhere()
    const pin = north(0.3, at)
    const { placeId } = await app.restaurant({ name: 'Nine Pines', ...at })
    for (const miles of [0, 0.08, -0.08]) await add('Nine Pines', north(miles, pin))
    for (const more of [{}, { address: 'evil.example' }]) {
      const { sure, candidates } = await match({ name: 'Nine Pines', ...pin, ...more })
      expect([sure, candidates[0]!.placeId]).toEqual(['several', placeId])
    }
    // One of them is before others that are less like the place, the rest behind these.
    const town = elsewhere()
    for (const kind of ['House', 'Cafe', 'Bistro', 'Bar', 'Grill'])
      await app.restaurant({ name: `Thai ${kind}`, ...north(0.3, town) })
    for (const miles of [0, 0.08]) await add('Thai Kitchen', north(miles, town))
    const { sure, candidates } = await match({ name: 'Thai Kitchen', ...town })
    expect(sure).toBe('several')
    expect(candidates.map(({ name }) => name === 'Thai Kitchen')).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('makes no place less sure by its name without spaces, nearer than where one of its name may be added', async () => {
    const at = elsewhere()
    const address = '1 Test Street'
    await app.restaurant({ name: 'Blue Door Pub', ...at })
    const pin = north(0.02, at)
    await add('BlueDoor Pub', pin)
    expect((await found({ name: 'Blue Door Pub', ...pin, address }))[0]).toBe('sure')
  })

  it('is behind another of the same name in the city', async () => {
    const saintPaul = { latitude: 44.95, longitude: -93.1 }
    for (let times = 1; times <= 13; times += 1)
      await add('Lost Fork', north(times / 10, saintPaul))
    const { placeId } = await app.restaurant({ name: 'Lost Fork', ...saintPaul })
    const { sure, candidates } = await match({ name: 'Lost Fork', city: 'Saint Paul, MN' })
    expect([sure, candidates[0]!.placeId]).toEqual(['likely', placeId])
  })

  it('is likely where there is nothing else, and sure for who added it, or once another speaks for it', async () => {
    const at = elsewhere()
    const name = 'Grandma’s Kitchen'
    const { placeId } = await add(name, at)
    expect(await found({ name, ...at })).toEqual(['likely', name])
    expect(await found({ name, ...at }, rival)).toEqual(['sure', name])
    const favorite = { placeId, categoryId: 3, itemName: 'Meatloaf' }
    const friend = await app.member()
    expect((await app.post('/api/yolos', favorite, { as: friend })).status).toBe(200)
    expect(await found({ name, ...at })).toEqual(['sure', name])
    // Nobody else is told of a hold.
    const admin = await app.member({ id: 7 })
    const hold = { userId: friend.id, reason: 'Asked.' }
    expect((await app.post('/api/admin/holds', hold, { as: admin })).status).toBe(200)
    expect(await found({ name, ...at })).toEqual(['sure', name])
  })

  it('doesn’t take the place of its adder’s own among the candidates', async () => {
    const at = elsewhere()
    const own = 'Prairie Table'
    await add(own, north(0.05, at), '1 Main Street', member)
    for (const end of ends.split(',')) await add(`${own} ${end}`, at)
    expect((await found({ name: own, ...at })).slice(0, 2)).toEqual(['sure', own])
    // To others it is likely, since it has the whole name.
    expect((await found({ name: own, ...at }, await app.member())).slice(0, 2)).toEqual([
      'likely',
      own,
    ])
  })
})
