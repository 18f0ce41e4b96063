import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let admin: Person
const entrees = 1
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
})

let cities = 0
/** Creates a restaurant in a city of its own, or in the same one as another. */
async function restaurantIn(city = `city-${++cities}`) {
  const place = await app.restaurant()
  await sql`
    update restaurants set city_slug = ${city}, city_label = ${`${city}, ND, US`} where id = ${place.id}`.execute(
    app.database,
  )
  return { ...place, city }
}
type Place = Awaited<ReturnType<typeof restaurantIn>>

const save = async (as: Person, { placeId }: Place, itemName: string, more: object = {}) => {
  const { status, body } = await app.post(
    '/api/yolos',
    { placeId, categoryId: burgers, itemName, ...more },
    { as },
  )
  expect([status, body.message]).toEqual([200, undefined])
  return body as { id: number; itemId: number; firstHere: boolean }
}
/** Returns the names of those whose favorite is marked: on the dish's page, its card, and their own page. */
async function marked({ itemId }: { itemId: number }, of: Person): Promise<string[]> {
  const first = ({ yolos }: { yolos: { userName: string; firstHere?: true }[] }) =>
    yolos.filter(({ firstHere }) => firstHere).map(({ userName }) => userName)
  const page = first((await app.get(`/api/items/${itemId}/yolos`)).body)
  expect(first((await app.get(`/api/items/${itemId}`)).body)).toEqual(page)
  const { status, body } = await app.get(`/api/users/${of.id}`)
  const items: { id: number; yolos: [] }[] = status === 200 ? body.items : []
  const own = items.filter(({ id }) => id === itemId).flatMap(first)
  expect(own).toEqual(page.filter((name) => name === of.name))
  return page
}

/** Returns who a ranked list names as the one that saved an entree. */
async function listed({ itemId }: { itemId: number }) {
  const { body } = await app.get(
    `/api/yolos?category=${entrees}&latitude=44.98&longitude=-93.27&distanceMiles=20`,
  )
  const cards: { id: number; yolos: { userId: number; firstHere?: true }[] }[] = body.nearBy
  const yolos = cards.filter(({ id }) => id === itemId).flatMap((card) => card.yolos)
  return yolos.map(({ userId, firstHere }) => ({ userId, ...(firstHere && { firstHere }) }))
}

describe('the first favorite of a category in a city', () => {
  it('is told to who saves it, and marked where it is shown; later ones aren’t', async () => {
    const [ann, bo] = [await app.member(), await app.member()]
    const fargo = await restaurantIn()
    const lucy = await save(ann, fargo, 'Juicy Lucy')
    expect(lucy.firstHere).toBe(true)
    expect((await save(bo, fargo, 'Juicy Lucy')).firstHere).toBe(false)
    expect((await save(bo, await restaurantIn(fargo.city), 'Bacon blue')).firstHere).toBe(false)
    expect(await marked(lucy, ann)).toEqual([ann.name])
    const roast = await save(bo, fargo, 'Pot roast', { categoryId: entrees })
    expect(roast.firstHere).toBe(true)
    expect((await save(bo, await restaurantIn(), 'Blue')).firstHere).toBe(true)
    await expect.poll(() => listed(roast)).toEqual([{ userId: bo.id, firstHere: true }])
  })

  it('is one of many that are saved at once', async () => {
    const city = await restaurantIn()
    const places = [city, await restaurantIn(city.city), await restaurantIn(city.city)]
    const saved = await Promise.all(
      Array.from({ length: 12 }, async (_, at) =>
        save(await app.member(), places[at % 3]!, `Burger ${at % 5}`),
      ),
    )
    expect(saved.filter(({ firstHere }) => firstHere)).toHaveLength(1)
  })

  it('counts only for a verified member: the mark comes with verification', async () => {
    const newcomer = await app.member({ verified: false })
    const place = await restaurantIn()
    const lucy = await save(newcomer, place, 'Roast', { categoryId: entrees })
    expect(lucy.firstHere).toBe(false)
    expect(await marked(lucy, newcomer)).toEqual([])
    await expect.poll(() => listed(lucy)).toEqual([{ userId: newcomer.id }])
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', newcomer.id)
      .execute()
    await expect.poll(() => listed(lucy)).toEqual([{ userId: newcomer.id, firstHere: true }])
    expect(await marked(lucy, newcomer)).toEqual([newcomer.name])
  })

  it('isn’t taken from a verified member by an unverified one, nor by a restaurant that others don’t see', async () => {
    const newcomer = await app.member({ verified: false })
    const unseen = await restaurantIn()
    await sql`
      update restaurants set unconfirmed = true, added_by = ${newcomer.id}, hidden_at = now() where id = ${unseen.id}`.execute(
      app.database,
    )
    await save(newcomer, unseen, 'Juicy Lucy')
    const bo = await app.member()
    const bacon = await save(bo, await restaurantIn(unseen.city), 'Bacon blue')
    expect(bacon.firstHere).toBe(true)
    expect(await marked(bacon, bo)).toEqual([bo.name])
  })

  it('stays with a member who is held, so that nobody reads from it that they are', async () => {
    const ann = await app.member()
    const place = await restaurantIn()
    const lucy = await save(ann, place, 'Roast', { categoryId: entrees })
    await app.post('/api/admin/holds', { userId: ann.id, reason: 'A puppet?' }, { as: admin })
    expect(await marked(lucy, ann)).toEqual([ann.name])
    await expect.poll(() => listed(lucy)).toEqual([{ userId: ann.id, firstHere: true }])
    const stew = await save(await app.member(), place, 'Stew', { categoryId: entrees })
    expect(stew.firstHere).toBe(false)
    expect(await marked(lucy, ann)).toEqual([ann.name])
  })

  it('goes with a dish that members or an admin took off, and returns with it', async () => {
    const ann = await app.member()
    const lucy = await save(ann, await restaurantIn(), 'Juicy Lucy')
    const reporters = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    for (const as of reporters) await app.post(`/api/items/${lucy.itemId}/expired`, {}, { as })
    expect(await marked(lucy, ann)).toEqual([])
    const decided = { ids: [`item-${lucy.itemId}-1`], decision: 'dismiss', reason: 'It is served.' }
    await app.post('/api/admin/queue/decide', decided, { as: admin })
    expect(await marked(lucy, ann)).toEqual([ann.name])
  })

  it('can’t be used up by saving and deleting: the next one saved has it; before that an undo returns it', async () => {
    const [ann, bo] = [await app.member(), await app.member()]
    const place = await restaurantIn()
    const lucy = await save(ann, place, 'Juicy Lucy')
    await app.delete(`/api/yolos/delete/${lucy.id}`, {}, { as: ann })
    await app.post(`/api/yolos/${lucy.id}/restore`, {}, { as: ann })
    expect(await marked(lucy, ann)).toEqual([ann.name])
    await app.delete(`/api/yolos/delete/${lucy.id}`, {}, { as: ann })
    const bacon = await save(bo, place, 'Bacon blue')
    expect(bacon.firstHere).toBe(true)
    await app.post(`/api/yolos/${lucy.id}/restore`, {}, { as: ann })
    expect(await marked(lucy, ann)).toEqual([])
    expect(await marked(bacon, bo)).toEqual([bo.name])
  })

  it('goes to the oldest that stands, once the next one is saved', async () => {
    const [ann, bo, cy] = [await app.member(), await app.member(), await app.member()]
    const place = await restaurantIn()
    const roast = await save(ann, place, 'Roast', { categoryId: entrees })
    const stew = await save(bo, place, 'Stew', { categoryId: entrees })
    await app.delete(`/api/yolos/delete/${roast.id}`, {}, { as: ann })
    expect(await marked(stew, bo)).toEqual([])
    expect((await save(cy, place, 'Hash', { categoryId: entrees })).firstHere).toBe(false)
    expect(await marked(stew, bo)).toEqual([bo.name])
    await expect.poll(() => listed(stew)).toEqual([{ userId: bo.id, firstHere: true }])
  })

  it('goes with its member’s account, or while it is disabled, to one of those that are saved at once', async () => {
    const gone = await app.member()
    const place = await restaurantIn()
    await save(gone, place, 'Juicy Lucy')
    const away = await app.member()
    await save(away, place, 'Roast', { categoryId: entrees })
    await app.database.deleteFrom('users').where('id', '=', gone.id).execute()
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', away.id)
      .execute()
    for (const categoryId of [burgers, entrees]) {
      const saved = await Promise.all(
        Array.from({ length: 6 }, async (_, at) =>
          save(await app.member(), place, `Dish ${at % 2}`, { categoryId }),
        ),
      )
      expect(saved.filter(({ firstHere }) => firstHere)).toHaveLength(1)
    }
  })

  it('follows a favorite that moves to another category, and names only what it is the first of', async () => {
    const [ann, bo] = [await app.member(), await app.member()]
    const place = await restaurantIn()
    const roast = await save(ann, place, 'Roast burger', { categoryId: entrees })
    await app.put('/api/yolos/category', { yoloId: roast.id, categoryId: burgers }, { as: ann })
    expect(await marked(roast, ann)).toEqual([ann.name])
    expect((await save(bo, place, 'Juicy Lucy')).firstHere).toBe(false)
    const stew = await save(bo, place, 'Stew', { categoryId: entrees })
    expect(stew.firstHere).toBe(true)
  })

  it('is the oldest that came to the city with its restaurant', async () => {
    const [ann, bo] = [await app.member(), await app.member()]
    const place = await restaurantIn()
    const lucy = await save(ann, place, 'Juicy Lucy')
    const city = `city-${++cities}`
    await sql`update restaurants set city_slug = ${city} where id = ${place.id}`.execute(
      app.database,
    )
    expect(await marked(lucy, ann)).toEqual([])
    expect((await save(bo, await restaurantIn(city), 'Bacon blue')).firstHere).toBe(false)
    expect(await marked(lucy, ann)).toEqual([ann.name])
  })
})

describe('merging', () => {
  it('keeps the mark on the dish that stays, and undoing gives it back', async () => {
    const [ann, bo] = [await app.member(), await app.member()]
    const place = await restaurantIn()
    const goes = await save(ann, place, 'Cheese burger')
    const stays = await save(bo, place, 'Cheeseburger')
    const merged = await app.post(
      `/api/items/${goes.itemId}/merge`,
      { into: stays.itemId },
      { as: admin },
    )
    expect(await marked(stays, ann)).toEqual([ann.name])
    await app.post(`/api/admin/merges/${merged.body.merge}/undo`, {}, { as: admin })
    expect(await marked(goes, ann)).toEqual([ann.name])
    expect(await marked(stays, ann)).toEqual([])
  })

  it('of two favorites of one member gives the mark to the one that stays, and back', async () => {
    const ann = await app.member()
    const place = await restaurantIn()
    const older = await save(ann, place, 'Steak', { categoryId: entrees })
    const newer = await save(ann, place, 'Cheese burger')
    await app.put('/api/yolos/category', { yoloId: older.id, categoryId: burgers }, { as: ann })
    expect(await marked(newer, ann)).toEqual([ann.name])
    const merged = await app.post(
      `/api/items/${newer.itemId}/merge`,
      { into: older.itemId },
      { as: admin },
    )
    expect(await marked(older, ann)).toEqual([ann.name])
    await app.post(`/api/admin/merges/${merged.body.merge}/undo`, {}, { as: admin })
    expect(await marked(newer, ann)).toEqual([ann.name])
    expect(await marked(older, ann)).toEqual([])
  })

  it('of two restaurants in two cities leaves no mark for the city that it wasn’t in, until undone', async () => {
    const ann = await app.member()
    const [goes, stays] = [await restaurantIn(), await restaurantIn()]
    const lucy = await save(ann, goes, 'Juicy Lucy')
    const bacon = await save(ann, stays, 'Bacon blue')
    const merged = await app.post(
      `/api/restaurants/${goes.id}/merge`,
      { into: stays.id },
      { as: admin },
    )
    expect(await marked(lucy, ann)).toEqual([])
    expect(await marked(bacon, ann)).toEqual([ann.name])
    await app.post(`/api/admin/merges/${merged.body.merge}/undo`, {}, { as: admin })
    expect(await marked(lucy, ann)).toEqual([ann.name])
  })
})
