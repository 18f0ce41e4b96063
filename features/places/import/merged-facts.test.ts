import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { commands as merging } from '#features/merging/undo.server.ts'
import { readMigrations } from '#platform/server/database/migrate.ts'
import {
  app,
  elements,
  features,
  node,
  placed,
  run,
  take,
  useExtracts,
} from './extracts.testing.ts'

// What a row that was merged into a restaurant tells later.

useExtracts()

type Member = Awaited<ReturnType<typeof app.member>>
let admin: Member
beforeAll(async () => {
  admin = await app.member({ id: 7 })
})

const lon = -93.27
let last = 200

/** A place of its own for each test, which two sources and a member know by the same name. */
function aPlace() {
  const number = (last += 1)
  const [name, lat] = [`Copper Owl ${number}`, number / 5]
  const osm = (tags: object = {}, id = number, to = lat) =>
    node(id, { name, amenity: 'restaurant', ...tags }, { lat: to, lon })
  const overture = (more: object = {}, to = lat) => ({
    type: 'Feature',
    id: `owl-${number}`,
    geometry: { type: 'Point', coordinates: [lon, to + 0.0001] },
    properties: { names: { primary: name }, categories: { primary: 'restaurant' }, ...more },
  })
  return {
    name,
    lat,
    overtureId: `overture:owl-${number}`,
    osmId: (id = number) => `osm:node/${id}`,
    osm,
    bring: (tags?: object, to = lat) => take(elements(osm(tags, number, to))),
    bringOverture: (more?: object, to?: number) => take(features(overture(more, to))),
    /** A member adds it. */
    add: async (): Promise<{ id: number }> => {
      const added = { name, address: '1 Main', latitude: lat, longitude: lon }
      return (await app.post('/api/restaurants', added, { as: await app.member() })).body
    },
  }
}

/** What visitors read of a restaurant. */
async function read(id: number) {
  const { body, status } = await app.get(`/api/restaurants/${id}`)
  if (status !== 200) return status
  const { phone, website, openingHours } = body.restaurant
  const monday = openingHours?.find(({ day }: { day: string }) => day === 'Monday')
  return { phone, website, monday: monday && (monday.closed ? 'closed' : monday.openTime) }
}
const first = {
  phone: '+1 612 555 0142',
  website: 'https://owl.example/',
  opening_hours: 'Mo-Su 11:00-22:00',
}
const later = {
  phone: '+1 612 555 0177',
  website: 'https://new-owl.example/',
  opening_hours: 'Tu-Sa 17:00-21:00',
}
const asRead = { ...first, opening_hours: undefined, monday: '11:00' }
const laterRead = { ...later, opening_hours: undefined, monday: 'closed' }
const nothing = { phone: null, website: null, monday: undefined }

const undo = merging.find(({ name }) => name === 'undo-merge')!
/** Takes a row apart from the restaurant that it was merged into. */
async function takeApart(id: number) {
  const merge = await app.database
    .selectFrom('merges')
    .select('id')
    .where('from_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await undo.run([String(merge.id)], app.services)).toBe(0)
}

async function correct(id: number, field: string, value: string) {
  const url = `/api/restaurants/${id}/corrections`
  const { body } = await app.post(url, { field, value }, { as: admin })
  expect(body.applied).toBe(true)
  return { correction: body.id as number }
}
async function accept(count: number) {
  expect((await run('held-changes', 'accept', 'all')).text).toContain(`${count} changed`)
}
async function merge(id: number, into: number) {
  expect((await app.post(`/api/restaurants/${id}/merge`, { into }, { as: admin })).status).toBe(200)
}

describe('what a row tells after it was merged into a restaurant', () => {
  it('is read there, of another source’s restaurant, until the two are taken apart', async () => {
    const place = aPlace()
    await place.bringOverture()
    await place.bring(first)
    const { id } = await placed(place.overtureId)
    expect(await read(id)).toEqual(asRead)
    expect((await place.bring(later)).text).toContain('1 changed')
    expect(await read(id)).toEqual(laterRead)
    expect((await place.bring(later)).text).toContain('Nothing changed')
    expect((await place.bringOverture()).text).toContain('Nothing changed')
    expect(await read(id)).toEqual(laterRead)
    const goes = await placed(place.osmId())
    await takeApart(goes.id)
    expect(await read(id)).toEqual(nothing)
    expect(await read(goes.id)).toEqual(laterRead)
  })

  it('is read there, of what a member added, also what it tells only later', async () => {
    const place = aPlace()
    const { id } = await place.add()
    await place.bring()
    expect(await read(id)).toEqual(nothing)
    await place.bring(first)
    expect(await read(id)).toEqual(asRead)
    await place.bring(later)
    expect(await read(id)).toEqual(laterRead)
    await takeApart((await placed(place.osmId())).id)
    expect(await read(id)).toEqual(nothing)
  })

  it('changes nothing that was corrected there', async () => {
    const place = aPlace()
    await place.bringOverture()
    await place.bring(first)
    const { id } = await placed(place.overtureId)
    await correct(id, 'phone', '+1 612 555 0199')
    await place.bring(later)
    expect(await read(id)).toEqual({ ...laterRead, phone: '+1 612 555 0199' })
    await takeApart((await placed(place.osmId())).id)
    expect(await read(id)).toEqual({ ...nothing, phone: '+1 612 555 0199' })
  })

  it('changes nothing that the restaurant’s own source tells otherwise', async () => {
    const place = aPlace()
    await place.bringOverture()
    await place.bring(first)
    const { id } = await placed(place.overtureId)
    const own = { phones: ['+1 612 555 0100'] }
    await place.bringOverture(own)
    expect(await read(id)).toEqual({ ...asRead, phone: '+1 612 555 0100' })
    await place.bring(later)
    expect(await read(id)).toEqual({ ...laterRead, phone: '+1 612 555 0100' })
  })

  it('is read there again after hours that nobody can read', async () => {
    const place = aPlace()
    await place.bringOverture()
    await place.bring(first)
    const { id } = await placed(place.overtureId)
    await place.bring({ ...first, opening_hours: 'ask the waiter' })
    expect(await read(id)).toEqual({ ...asRead, monday: undefined })
    await place.bring(later)
    expect(await read(id)).toEqual(laterRead)
    await takeApart((await placed(place.osmId())).id)
    expect(await read(id)).toEqual(nothing)
  })

  it('replaces nothing that the restaurant said itself at the merge', async () => {
    const place = aPlace()
    const both = { websites: [first.website] }
    await place.bringOverture(both)
    await place.bring(first)
    await place.bring(later)
    const { id } = await placed(place.overtureId)
    expect(await read(id)).toEqual({ ...laterRead, website: first.website })
    await takeApart((await placed(place.osmId())).id)
    expect(await read(id)).toEqual({ ...nothing, website: first.website })
  })

  it('is read where an admin merged the two, of one file that is imported again', async () => {
    const place = aPlace()
    const file = (tags: object) =>
      take(
        elements(place.osm({ phone: first.phone }, 9001), place.osm(tags, 9002, place.lat + 0.01)),
      )
    await file({ phone: first.phone })
    const [stays, goes] = [await placed(place.osmId(9001)), await placed(place.osmId(9002))]
    await merge(goes.id, stays.id)
    await file(first)
    await file(later)
    expect(await read(stays.id)).toEqual({ ...laterRead, phone: first.phone })
    expect((await file(later)).text).toContain('Nothing changed')
    await takeApart(goes.id)
    expect(await read(stays.id)).toEqual({ ...nothing, phone: first.phone })
    expect(await read(goes.id)).toEqual(laterRead)
  })

  it('is read where the restaurant was merged again, and comes apart there', async () => {
    const place = aPlace()
    await place.bringOverture()
    await place.bring(first)
    const between = await placed(place.overtureId)
    const stays = await app.restaurant({ name: 'Owl', latitude: place.lat, longitude: lon })
    await merge(between.id, stays.id)
    await place.bring(later)
    expect(await read(stays.id)).toEqual(laterRead)
    await takeApart(between.id)
    expect(await read(stays.id)).toEqual(nothing)
    expect(await read(between.id)).toEqual(laterRead)
    await takeApart((await placed(place.osmId())).id)
    expect(await read(between.id)).toEqual(nothing)
  })

  it('isn’t read there while the two are at different spots, or of quite different names', async () => {
    const [moved, renamed, other] = [aPlace(), aPlace(), aPlace()]
    for (const place of [moved, renamed, other]) {
      await place.bringOverture()
      await place.bring(first)
    }
    const far = moved.lat + 0.01
    const named = { ...later, name: 'Zanzibar Sushi' }
    const bring = async () => {
      await moved.bring(later, far)
      await renamed.bring(named)
      await other.bring(later)
    }
    await other.bringOverture({}, other.lat + 0.01)
    await accept(1)
    await bring()
    await accept(2)
    await bring()
    for (const place of [moved, renamed, other]) {
      expect(await read((await placed(place.overtureId)).id)).toEqual(asRead)
      expect((await placed(place.osmId())).phone).toBe(later.phone)
    }
    // Its own source tells the same move later.
    const { id } = await placed(moved.overtureId)
    await moved.bringOverture({}, far)
    await accept(1)
    expect(await read(id)).toEqual(laterRead)
    await takeApart((await placed(renamed.osmId())).id)
    expect(await read((await placed(renamed.overtureId)).id)).toEqual(nothing)
  })

  it('is read of what a member added once an operator has accepted where it moved to', async () => {
    const place = aPlace()
    const { id } = await place.add()
    await place.bring(first)
    expect((await place.bring(later, place.lat + 0.01)).text).toContain('1 held')
    expect(await read(id)).toEqual(asRead)
    await accept(1)
    expect((await app.get(`/api/restaurants/${id}`)).body.restaurant.latitude).toBeCloseTo(
      place.lat + 0.01,
    )
    expect(await read(id)).toEqual(laterRead)
    // Another place by now.
    await place.bring({ ...first, name: 'Zanzibar Sushi' }, place.lat + 0.02)
    await accept(1)
    const { latitude } = await placed((await placed(place.osmId())).place_id)
    expect(latitude).toBeCloseTo(place.lat + 0.02)
    const page = await app.get(`/api/restaurants/${id}`)
    expect(page.body.restaurant.latitude).toBeCloseTo(place.lat + 0.01)
    expect(await read(id)).toEqual(laterRead)
  })

  it('is read at the end of a chain of merges when both have moved', async () => {
    const place = aPlace()
    const { id } = await place.add()
    await place.bring(first)
    const stays = await app.restaurant({ name: place.name, latitude: place.lat, longitude: lon })
    await merge(id, stays.id)
    await correct(stays.id, 'position', `${place.lat + 0.01},${lon}`)
    await place.bring(later, place.lat + 0.01)
    await accept(1)
    expect(await read(stays.id)).toEqual(laterRead)
  })

  it('is read there after a correction was taken back, and where it wasn’t given at once', async () => {
    const place = aPlace()
    await place.bringOverture()
    await place.bring(first)
    const { id } = await placed(place.overtureId)
    const { correction } = await correct(id, 'phone', '+1 612 555 0199')
    const row = await placed(place.osmId())
    await app.database.transaction().execute(async (tx) => {
      await sql`select from merges where from_id = ${row.id} for update`.execute(tx)
      await place.bring(later)
    })
    expect(await read(id)).toEqual({ ...asRead, phone: '+1 612 555 0199' })
    const undone = await app.post(`/api/corrections/${correction}/undo`, {}, { as: admin })
    expect(undone.status).toBe(200)
    await place.bring(later)
    expect(await read(id)).toEqual(laterRead)
  })

  it('follows merges that were made before it was recorded what they gave', async () => {
    const place = aPlace()
    await place.bringOverture({ websites: [first.website] })
    await place.bring(first)
    await sql`update merges set before = before - 'gave'`.execute(app.database)
    const [old, id] = [aPlace(), (await placed(place.overtureId)).id]
    const { text } = (await readMigrations()).find(({ name }) => name.startsWith('0053'))!
    await sql.raw(text.split('create index')[0]!).execute(app.database)
    // One that an older process merged meanwhile can be taken apart, too.
    await old.bringOverture()
    await old.bring(first)
    const goes = await placed(old.osmId())
    await sql`update merges set before = before - 'gave' where from_id = ${goes.id}`.execute(
      app.database,
    )
    await takeApart(goes.id)
    expect(await read((await placed(old.overtureId)).id)).toEqual(nothing)
    await place.bring(later)
    expect(await read(id)).toEqual({ ...laterRead, website: first.website })
    await takeApart((await placed(place.osmId())).id)
    expect(await read(id)).toEqual({ ...nothing, website: first.website })
  })

  it('reaches what an older version left as it was, where no other can have told it', async () => {
    const before = { phone: first.phone, website: first.website }
    const places = [aPlace(), aPlace(), aPlace()]
    const alone = (await places[0]!.add()).id
    const corrected = (await places[1]!.add()).id
    const two = (await places[2]!.add()).id
    for (const place of places) await place.bring(later)
    await places[2]!.bringOverture({ phones: ['+1 612 555 0100'] })
    const ofOverture = aPlace()
    await ofOverture.bringOverture()
    await ofOverture.bring(later)
    const { id: imported } = await placed(ofOverture.overtureId)
    await correct(corrected, 'phone', '+1 612 555 0199')
    const ids = [alone, corrected, two, imported]
    await app.database
      .updateTable('restaurants')
      .set({ website: first.website, opening_hours: null })
      .where('id', 'in', ids)
      .execute()
    await app.database
      .updateTable('restaurants')
      .set(before)
      .where('id', 'in', [alone, two, imported])
      .execute()
    const { text } = (await readMigrations()).find(({ name }) => name.startsWith('0051'))!
    await sql.raw(text).execute(app.database)
    expect(await read(alone)).toEqual(laterRead)
    expect(await read(corrected)).toEqual({ ...laterRead, phone: '+1 612 555 0199' })
    expect(await read(two)).toEqual({ ...before, monday: undefined })
    expect(await read(imported)).toEqual({ ...before, monday: 'closed' })
  })
})
