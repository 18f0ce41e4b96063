import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadGazetteer, locationColumns } from '#features/places/gazetteer/gazetteer.server.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import {
  byCorrector,
  corrector,
  importedAddresses,
  trustProxy,
  type Corrector,
} from './correctors.testing.ts'

const app = await testApp({ settings: { trustProxy } })
const admin = await app.member({ id: 7 })
const day = 24 * 60 * 60 * 1000
let place: { id: number; name: string }
let north = 20
const east = -30
beforeEach(async () => {
  // The restaurants are far apart, so that a test's contest doesn't affect other tests, and in the ocean, where the
  // nearest city remains the same.
  north += 2
  place = await app.restaurant({ latitude: north, longitude: east })
})

const by = (one: Person | Corrector) => ('headers' in one ? byCorrector(one) : { as: one })
const propose = (field: string, value: string, as: Person) =>
  app.post(`/api/restaurants/${place.id}/corrections`, { field, value }, by(as))
const agree = (id: number, as: Person) => app.post(`/api/corrections/${id}/agree`, {}, by(as))
const undo = (id: number) => app.post(`/api/corrections/${id}/undo`, {}, { as: admin })
const restaurant = async () => (await app.get(`/api/restaurants/${place.id}`)).body.restaurant
const list = async (as: Person = admin) =>
  (await app.get(`/api/restaurants/${place.id}/corrections`, { as })).body
const two = async () => [await corrector(app), await corrector(app)] as const

/** Makes an import say this address, so that it doesn't have to wait for an admin. */
async function imported(address: string) {
  await importedAddresses(app, place.id, [address])
  return address
}

/** Returns whether a change that one member proposes and the other agrees with is applied. */
async function changed(field: string, value: string, [one, other]: readonly [Person, Person]) {
  const before = await restaurant()
  const { id } = (await propose(field, value, one)).body
  await agree(id, other)
  await propose(field, value, other)
  return JSON.stringify(await restaurant()) !== JSON.stringify(before)
}

/** An admin's decisions about the restaurant become older by ninety days. */
const afterNinetyDays = () =>
  sql`update audit set at = at - interval '90 days'
       where subject = 'restaurant ' || ${place.id}::integer`.execute(app.database)

const facts: [string, (latitude: number) => string][] = [
  ['name', () => 'Closed – go to The Other'],
  ['phone', () => '+1 900 555 0100'],
  ['address', () => '66 Elsewhere Road'],
  ['website', () => 'https://elsewhere.example/'],
  ['position', (latitude) => `${latitude + 0.004}, ${east}`],
  ['hours', () => 'Mo-Su 11:00-12:00'],
]

describe('two fresh accounts', () => {
  it.each(facts)('change no %s, and nobody but an admin reads it', async (field, value) => {
    const [one, other] = [await app.member(), await app.member()]
    expect(await changed(field, value(north), [one, other])).toBe(false)
    expect((await list(await corrector(app))).open).toEqual([])
    expect((await list()).open).toMatchObject([{ field, waitsFor: 'admin' }])
    expect((await agree((await list()).open[0].id, admin)).body.applied).toBe(true)
  })
})

describe('whose word changes something', () => {
  it('is verified for fourteen days and has five acts that count, the proposer as well as who agrees', async () => {
    const good = () => corrector(app)
    const less = [
      await corrector(app, { days: 13 }),
      await corrector(app, { verifiedDays: 13 }),
      await corrector(app, { acts: 4 }),
      await corrector(app),
    ]
    // These votes are set aside, like those of a held member.
    await app.database
      .updateTable('votes')
      .set({ counted: false })
      .where('user_id', '=', less.at(-1)!.id)
      .execute()
    for (const one of less) {
      expect(
        await changed('address', await imported(`1 Road of ${one.name}`), [one, await good()]),
      ).toBe(false)
      expect(
        await changed('address', await imported(`2 Road of ${one.name}`), [await good(), one]),
      ).toBe(false)
    }
    expect(await changed('address', await imported('3 Third Road'), await two())).toBe(true)
  })

  it('comes from another network than the other, last month too', async () => {
    const pair = async (network: number) =>
      [await corrector(app, { network }), await corrector(app, { network })] as const
    expect(await changed('address', await imported('1 First Road'), await pair(5000))).toBe(false)
    // A network's hash changes with the month.
    const now = new Date()
    const turn = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
    app.clock.set(new Date(turn - 60_000))
    const [one, other] = await pair(5001)
    const { id } = (await propose('address', await imported('2 Second Road'), one)).body
    app.clock.set(new Date(turn + 60_000))
    const { body } = await agree(id, other)
    app.clock.set(null)
    expect(body).toMatchObject({ applied: false, waitsFor: 'admin' })
  })

  it('doesn’t follow whom they agree with; being followed keeps nobody from agreeing', async () => {
    const [one, other] = await two()
    const follow = (as: Person, { id }: Person) =>
      app.post('/api/follow/follow-user', { userId: id }, { as })
    expect((await follow(one, other)).status).toBe(200)
    expect(await changed('address', await imported('1 First Road'), [other, one])).toBe(false)
    expect(await changed('address', await imported('2 Second Road'), [one, other])).toBe(true)
  })
})

describe('a name, an address, a phone and a website', () => {
  it.each([
    ['name', 'The Real Name'],
    ['phone', '+1 612 555 0150'],
    ['address', 'CLOSED for good, go to evil.example'],
    ['website', 'https://evil.example/'],
  ])('wait for an admin though two agree: %s', async (field, value) => {
    const [one, other] = await two()
    const { body } = await propose(field, value, one)
    expect(body).toMatchObject({ applied: false, waitsFor: 'admin' })
    expect((await agree(body.id, other)).body).toEqual({
      id: body.id,
      applied: false,
      waitsFor: 'admin',
    })
    expect((await restaurant())[field]).not.toBe(value)
    expect((await list(one)).open).toMatchObject([{ agreed: true, waitsFor: 'admin' }])
    // What only an admin can take over, members don't read: nobody could report it.
    expect((await list(other)).open).toEqual([])
    const waiting = (await app.get('/api/admin/corrections', { as: admin })).body.items
    expect(waiting.at(-1)).toMatchObject({ id: body.id, agreed: true })
    expect((await agree(body.id, admin)).body.applied).toBe(true)
    expect((await restaurant())[field]).toBe(value)
  })

  it.each([
    ['name', 'Das Wahre Haus'],
    ['phone', '+1 612-555-0151'],
    ['address', '7 Real Street'],
  ])('are two members’ where a source agrees: %s', async (field, value) => {
    const twin = await app.restaurant({ name: 'Das Wahre Haus', latitude: north, longitude: east })
    await app.database
      .updateTable('restaurants')
      .set({
        address: '7 Real Street',
        phone: '+1 612 555 0151',
        deleted_at: new Date(),
        merged_into: place.id,
      })
      .where('id', '=', twin.id)
      .execute()
    expect(await changed(field, value, await two())).toBe(true)
  })

  it.each([
    ['another member’s word', 'name', 'Go Elsewhere', { source: 'member' }],
    ['even a source, of a website,', 'website', 'https://evil.example/', {}],
    ['its city in place of an address', 'address', 'Linz, AT', { city_label: 'Linz, AT' }],
  ])('aren’t where it is %s that says so', async (_, field, value, more) => {
    const twin = await app.restaurant({ name: 'Elsewhere', latitude: north, longitude: east })
    await app.database
      .updateTable('restaurants')
      .set({ [field]: value, ...more, deleted_at: new Date(), merged_into: place.id })
      .where('id', '=', twin.id)
      .execute()
    expect(await changed(field, value, await two())).toBe(false)
  })
})

describe('a pin', () => {
  beforeEach(async () => {
    const cities = await loadGazetteer(app.services.settings.stateDir)
    const { city_label } = locationColumns(cities, { latitude: north, longitude: east })
    await app.database
      .updateTable('restaurants')
      .set({ city_label })
      .where('id', '=', place.id)
      .execute()
  })
  const move = async (degrees: number, pair: readonly [Person, Person]) =>
    changed('position', `${north + degrees}, ${east}`, pair)
  it('goes 500 m from where it was set, however often members move it, and farther by an admin', async () => {
    // A degree of latitude is 111 km.
    expect(await move(0.004, await two())).toBe(true)
    expect(await move(0.008, await two())).toBe(false)
    expect((await list()).open).toMatchObject([{ agreed: true, waitsFor: 'admin' }])
    const at = { latitude: north + 0.004, longitude: east }
    const fake = { name: place.name, address: 'Elsewhere', ...at }
    expect((await app.post('/api/restaurants', fake, by(await corrector(app)))).status).toBe(409)
    expect(await move(-0.004, await two())).toBe(true)
    // 500 m are allowed again from where an admin sets the pin, ten miles at most.
    expect((await propose('position', `${north + 0.1}, ${east}`, admin)).body.applied).toBe(true)
    await afterNinetyDays()
    expect(await move(0.104, await two())).toBe(true)
    const [one] = await two()
    const farther = await propose('position', `${north + 0.25}, ${east}`, one)
    expect([farther.status, Object.keys(farther.body.fields)]).toEqual([400, ['value']])
  })

  it('goes 500 m from the same place after an admin undid only the later of two moves', async () => {
    const moved = async (degrees: number) => {
      expect(await move(degrees, await two())).toBe(true)
      return (await list()).applied[0].id
    }
    await moved(0.003)
    await undo(await moved(0.004))
    expect((await restaurant()).latitude).toBeCloseTo(north + 0.003)
    await afterNinetyDays()
    expect([await move(0.006, await two()), await move(-0.003, await two())]).toEqual([false, true])
    // So it is after an admin’s own move was undone.
    await undo((await propose('position', `${north + 5}, ${east}`, admin)).body.id)
    await afterNinetyDays()
    expect([await move(0.006, await two()), await move(0.003, await two())]).toEqual([false, true])
  })

  it('waits for an admin where another city is nearest, though two agree', async () => {
    place = await app.restaurant({ latitude: 44.98, longitude: -93.27 })
    const [one, other] = await two()
    const { body } = await propose('position', '44.9537, -93.09', one)
    expect(body).toMatchObject({ applied: false, waitsFor: 'admin' })
    expect((await list(one)).open).toMatchObject([{ id: body.id, waitsFor: 'admin' }])
    expect((await list(other)).open).toEqual([])
    expect((await agree(body.id, other)).body).toMatchObject({ applied: false, waitsFor: 'admin' })
    expect((await restaurant()).latitude).toBe(44.98)
    expect((await agree(body.id, admin)).body.applied).toBe(true)
    expect((await restaurant()).latitude).toBe(44.9537)
    await afterNinetyDays()
    // Within a city two members are enough.
    expect(await changed('position', '44.9527, -93.091', await two())).toBe(true)
  })

  it('stays where it is while a contest is open there, and isn’t moved into its area', async () => {
    const { id: contest } = await app.database
      .insertInto('contests')
      .values({
        title: 'Here',
        prize: 'A cup',
        area: 'Here',
        latitude: north + 0.005,
        longitude: east,
        miles: 0.2,
        eligibility: 'All',
        time_zone: 'UTC',
        opens_at: new Date(Date.now() - day),
        closes_at: new Date(Date.now() + day),
        draws_at: new Date(Date.now() + day),
        created_at: new Date(Date.now() - day),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await move(0.004, await two())).toBe(false)
    const [waits] = (await list()).open
    expect(waits).toMatchObject({ agreed: true, waitsFor: 'admin' })
    expect(await move(-0.004, await two())).toBe(true)
    await app.database
      .updateTable('contests')
      .set({ closed_at: new Date() })
      .where('id', '=', contest)
      .execute()
    expect(await move(0.004, await two())).toBe(true)
  })
})

describe('what a source says', () => {
  it.each([
    ['name', 'Golden Spoon Diner', 'gOLDEN sPOON dINER'],
    ['address', '12 Spoon Street', '12 SPOON street'],
  ])(
    'is written by two members as the source writes the %s, in no other case',
    async (field, said, odd) => {
      const given = JSON.stringify({ [field]: said })
      const held = { restaurant_id: place.id, reason: 'renamed', key: said, given }
      await app.database.insertInto('held_changes').values(held).execute()
      expect(await changed(field, odd, await two())).toBe(false)
      expect((await list()).open).toMatchObject([{ after: odd, waitsFor: 'admin' }])
      expect(await changed(field, said, await two())).toBe(true)
      expect((await restaurant())[field]).toBe(said)
    },
  )
})

describe('a restaurant’s history', () => {
  it('undoes any change in one step, with those that came after it', async () => {
    const ids: number[] = []
    for (const street of ['1 First Road', '2 Second Road', '3 Third Road']) {
      const [one, other] = await two()
      ids.push((await propose('address', await imported(street), one)).body.id)
      expect((await agree(ids.at(-1)!, other)).body.applied).toBe(true)
    }
    expect((await list()).applied).toMatchObject(
      [0, 1, 2].map((later) => ({ id: ids.at(-1 - later), later })),
    )
    expect((await list(await corrector(app))).applied).toEqual([])
    expect((await undo(ids[1]!)).status).toBe(200)
    expect((await restaurant()).address).toBe('1 First Road')
    expect((await list()).applied).toMatchObject([{ id: ids[0], later: 0 }])
    expect((await undo(ids[2]!)).status).toBe(404)
    await undo(ids[0]!)
    expect((await restaurant()).address).toBe('1 Test Street')
  })

  it('isn’t undone together with a later change that the admin wasn’t shown', async () => {
    expect(await changed('hours', 'Mo-Su 03:00-03:30', await two())).toBe(true)
    const [shown] = (await list()).applied
    expect(shown).toMatchObject({ later: 0, newestId: shown.id })
    expect(await changed('hours', 'Mo-Su 11:00-22:00', await two())).toBe(true)
    const { hours } = await restaurant()
    const undoAsShown = ({ id, newestId }: { id: number; newestId: number }) =>
      app.post(`/api/corrections/${id}/undo`, { newestId }, { as: admin })
    expect(await undoAsShown(shown)).toMatchObject({
      status: 409,
      body: { error: 'changed_meanwhile' },
    })
    expect((await restaurant()).hours).toEqual(hours)
    const [later, first] = (await list()).applied
    expect(first).toMatchObject({ id: shown.id, later: 1, newestId: later.id })
    expect((await undoAsShown(first)).status).toBe(200)
    expect((await list()).applied).toEqual([])
  })

  const waits = async (field: string, value: string) => {
    expect(await changed(field, value, await two()), value).toBe(false)
    expect((await list()).open[0]).toMatchObject({ field, agreed: true, waitsFor: 'admin' })
  }

  it('is an admin’s for ninety days once one undid something, whatever is proposed or taken over since', async () => {
    expect(await changed('hours', 'Mo-Su 03:00-03:30', await two())).toBe(true)
    await undo((await list()).applied[0].id)
    await waits('hours', 'Mo-Su 03:00-03:30')
    await waits('hours', 'Mo-Su 03:00-03:31')
    // Other facts of the restaurant are still members'.
    expect(await changed('address', await imported('1 First Road'), await two())).toBe(true)
    await agree((await list()).open[0].id, admin)
    await waits('hours', 'Mo-Su 03:00-03:30')
    await afterNinetyDays()
    expect(await changed('hours', 'Mo-Su 11:00-22:00', await two())).toBe(true)
  })

  it('is an admin’s for ninety days where one declined something: no other digit steps around it', async () => {
    const [one] = await two()
    for (const [field, value, nearly] of [
      ['hours', 'Mo-Su 03:00-03:30', 'Mo-Su 03:00-03:31'],
      ['position', `${north + 0.01}, ${east}`, `${north + 0.01001}, ${east}`],
    ] as const) {
      const { id } = (await propose(field, value, one)).body
      await app.delete(`/api/corrections/${id}`, {}, { as: admin })
      await waits(field, value)
      await waits(field, nearly)
    }
    await afterNinetyDays()
    expect(await changed('hours', 'Mo-Su 11:00-22:00', await two())).toBe(true)
  })

  it('is an admin’s for ninety days once one has put it in or taken it over', async () => {
    expect(await changed('hours', 'Mo-Su 03:00-03:30', await two())).toBe(true)
    expect((await propose('hours', 'Mo-Su 11:00-22:00', admin)).body.applied).toBe(true)
    await waits('hours', 'Mo-Su 03:00-03:30')
    expect((await agree((await list()).open[0].id, admin)).body.applied).toBe(true)
    await waits('hours', 'Mo-Su 11:00-22:00')
    await afterNinetyDays()
    expect(await changed('hours', 'Mo-Su 10:00-22:00', await two())).toBe(true)
  })

  it('is an admin’s where the restaurant has been merged into another since', async () => {
    expect(await changed('hours', 'Mo-Su 03:00-03:30', await two())).toBe(true)
    await undo((await list()).applied[0].id)
    const stays = await app.restaurant({ latitude: north, longitude: east })
    await app.post(`/api/restaurants/${place.id}/merge`, { into: stays.id }, { as: admin })
    place = stays
    await waits('hours', 'Mo-Su 03:00-03:30')
  })

  it('keeps what members changed who have left since', async () => {
    const [one, other] = await two()
    const { id } = (await propose('address', await imported('1 First Road'), one)).body
    await agree(id, other)
    for (const { id: gone } of [one, other])
      await app.database.deleteFrom('users').where('id', '=', gone).execute()
    expect((await list()).applied).toMatchObject([{ id, proposedBy: null, agreedBy: null }])
    expect((await undo(id)).status).toBe(200)
    expect((await restaurant()).address).toBe('1 Test Street')
  })
})
