import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let admin: Person
let other: Person
const burgers = 3
const here = { latitude: 44.98, longitude: -93.27 }
/** Returns the point that is `miles` miles north of `here`. */
const north = (miles: number) => ({ ...here, latitude: here.latitude + miles / 69.09 })

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
  other = await app.member({ id: 514 })
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

const get = async (path: string) => (await app.get(`/api/admin/${path}`, { as: admin })).body
const compare = (kind: string, from: number, into: number) =>
  app.get(`/api/admin/merge/comparison?kind=${kind}&from=${from}&into=${into}`, { as: admin })
const merge = (kind: 'items' | 'restaurants', id: number, into: number, as = admin) =>
  app.post(`/api/${kind}/${id}/merge`, { into }, { as })
const undo = (id: number, as = admin) => app.post(`/api/admin/merges/${id}/undo`, {}, { as })
const act = (path: string, as: Person) => app.post(`/api/${path}`, {}, { as })
const dish = async (restaurant: number, name: string, more: object = {}) =>
  app.item({ restaurant, category: burgers, by: (await app.member()).id, name, ...more })
const save = (itemId: number, as: Person) =>
  app.post('/api/yolos', { itemId, categoryId: burgers }, { as })

describe('GET /admin/merge/restaurants', () => {
  it('finds by number, by the beginning of a name and by its city, those of the very name first', async () => {
    const long = await app.restaurant({ name: 'Quince & Sons' })
    const short = await app.restaurant({ name: 'Quincé' })
    await app.database
      .updateTable('restaurants')
      .set({ city_label: 'Duluth, MN, US' })
      .where('id', '=', long.id)
      .execute()
    await dish(short.id, 'Pie')
    const ids = async (q: string) =>
      (await get(`merge/restaurants?q=${encodeURIComponent(q)}`)).map(
        (one: { id: number }) => one.id,
      )
    expect(await ids('quince')).toEqual([short.id, long.id])
    expect(await ids('quince, dulu')).toEqual([long.id])
    expect(await ids(`#${short.id}`)).toEqual([short.id])
    expect(await ids(String(long.id))).toEqual([long.id])
    expect(await ids('!')).toEqual([])
    const [found] = await get(`merge/restaurants?q=${short.id}`)
    expect(found).toMatchObject({ name: 'Quincé', itemCount: 1, yoloCount: 1 })
    expect(found.address).not.toBe('')
  })
})

describe('GET /admin/merge/twins', () => {
  it('offers restaurants of nearly one name within a mile, the nearest first, and near-same dishes', async () => {
    const one = await app.restaurant({ name: 'Matt’s Bar', ...north(40) })
    const two = await app.restaurant({ name: 'Matts Bar & Grill', ...north(40.4) })
    const three = await app.restaurant({ name: 'Matt’s Bars', ...north(40.1) })
    await app.restaurant({ name: 'Matt’s Bar', ...north(41.5) })
    await app.restaurant({ name: 'Nothing like it', ...north(40) })
    const most = await dish(one.id, 'Jucy Lucy')
    await save(most.id, await app.member())
    const least = await dish(one.id, 'Juicy Lucy')
    await dish(one.id, 'Plain burger')
    await dish(one.id, 'Jucy Lucy', { category: 4 })
    const { restaurant, restaurants, dishes } = await get(`merge/twins?restaurantId=${one.id}`)
    expect(restaurant).toMatchObject({ id: one.id, itemCount: 4, closed: false })
    expect(restaurants.map(({ id }: { id: number }) => id)).toEqual([three.id, two.id])
    expect(restaurants[1].miles).toBeCloseTo(0.4, 2)
    expect(dishes).toEqual([
      {
        goes: { id: least.id, name: 'Juicy Lucy', categoryId: burgers, yoloCount: 1 },
        stays: { id: most.id, name: 'Jucy Lucy', categoryId: burgers, yoloCount: 2 },
      },
    ])
  })

  it('pairs each dish with one other, fifty a page', async () => {
    const { id } = await app.restaurant(north(60))
    const all = []
    for (let n = 1; n <= 60; n++) all.push((await dish(id, `Soup ${'#'.repeat(n)}`)).id)
    const first = await get(`merge/twins?restaurantId=${id}`)
    const rest = await get(`merge/twins?restaurantId=${id}&cursor=${first.cursor}`)
    expect([first.dishes.length, rest.dishes.length, rest.cursor]).toEqual([50, 9, null])
    const pairs: { goes: { id: number }; stays: { id: number } }[] = [
      ...first.dishes,
      ...rest.dishes,
    ]
    expect(pairs.map(({ goes }) => goes.id)).toEqual(all.slice(1))
    expect(new Set(pairs.map(({ stays }) => stays.id))).toEqual(new Set([all[0]]))
  })
})

/** Creates two restaurants with a dish of the same name, and members who saved, voted for or reported one or both. */
async function world() {
  const goes = await app.restaurant({ name: 'Lucy and Gus', ...north(0.5) })
  const stays = await app.restaurant({ name: 'Lucy & Gus', ...here })
  const [both, fan, critic] = [await app.member(), await app.member(), await app.member()]
  const there = await dish(goes.id, 'Molten Lucy')
  const kept = await dish(stays.id, 'Molten Lucy')
  const whole = await dish(goes.id, 'Plain Gus')
  for (const { id } of [there, kept]) {
    await save(id, both)
    await act(`items/${id}/upvote`, fan)
    await act(`items/${id}/expired`, critic)
  }
  // After the merging, this vote would be for the member's own favorite, so it is dropped.
  const voter = await app.member()
  await save(kept.id, voter)
  await act(`items/${there.id}/upvote`, voter)
  await act(`items/${there.id}/upvote`, await app.member())
  await act(`items/${there.id}/expired`, await app.member())
  await act(`items/${whole.id}/upvote`, fan)
  for (const { id } of [goes, stays]) await act(`restaurants/${id}/closed`, critic)
  await act(`restaurants/${goes.id}/closed`, fan)
  // An admin's decision cleared the reports of the dish that stays. The reports of the other dish still count.
  const cleared = { cleared_at: new Date() }
  await app.database
    .updateTable('item_reports')
    .set(cleared)
    .where('item_id', '=', kept.id)
    .execute()
  return { goes, stays, there, kept, whole, both }
}

describe('GET /admin/merge/comparison', () => {
  it('previews for two restaurants exactly what the merging then answers, and how far apart they are', async () => {
    const { goes, stays } = await world()
    const { body } = await compare('restaurant', goes.id, stays.id)
    expect(body).toMatchObject({ far: true, farMiles: 0.25, namesNear: true })
    expect(body.miles).toBeCloseTo(0.5, 2)
    expect(body.goes).toMatchObject({
      name: 'Lucy and Gus',
      itemCount: 2,
      yoloCount: 3,
      reportCount: 2,
      categoryId: null,
      dishes: ['Molten Lucy', 'Plain Gus'],
    })
    const { along, ...previewed } = body.moves
    expect(previewed.yolos).toEqual({ moved: 2, joined: 1 })
    expect(along).toEqual({ yolos: 1, votes: 1 })
    const { items, yolos, votes, reports } = (await merge('restaurants', goes.id, stays.id)).body
    expect(previewed).toEqual({ items, yolos, votes, reports })
    expect(reports.moved).toBeGreaterThan(0)
    expect((await compare('restaurant', goes.id, stays.id)).status).toBe(404)
  })

  it('previews for two dishes what the merging then answers, either way round', async () => {
    for (const swapped of [false, true]) {
      const { there, whole, both } = await world()
      await save(whole.id, both)
      const [from, into] = swapped ? [whole.id, there.id] : [there.id, whole.id]
      const { body } = await compare('item', from, into)
      expect(body).toMatchObject({ miles: 0, far: false, namesNear: false })
      expect(body.goes).toMatchObject({ id: from, categoryId: burgers, itemCount: 1 })
      const { items, along, ...previewed } = body.moves
      expect([items, along]).toEqual([
        { moved: 0, joined: 1 },
        { yolos: 0, votes: 0 },
      ])
      expect(previewed.yolos.joined).toBe(1)
      const { yolos, votes, reports } = (await merge('items', from, into)).body
      expect(previewed).toEqual({ yolos, votes, reports })
    }
  })

  it('refuses two that can’t be one, in the merging’s own words', async () => {
    const { goes, there, kept } = await world()
    const soup = await dish(goes.id, 'Soup', { category: 4 })
    expect((await compare('item', there.id, there.id)).status).toBe(400)
    expect((await compare('item', there.id, 2_147_483_647)).body.error).toBe('item_not_found')
    expect((await compare('item', there.id, kept.id)).body.error).toBe('other_restaurant')
    expect((await compare('restaurant', 2_147_483_647, 1)).body.error).toBe('restaurant_not_found')
    expect((await compare('item', there.id, soup.id)).body.error).toBe('categories_differ')
  })
})

describe('POST /admin/merges/:id/undo', () => {
  it('takes apart what an admin merged, in the list of merges and in the audit', async () => {
    const { goes, stays } = await world()
    const number = (await merge('restaurants', goes.id, stays.id)).body.merge
    const first = async () => (await get('merges')).merges[0]
    expect(await first()).toMatchObject({
      id: number,
      kind: 'restaurant',
      goes: { id: goes.id, name: 'Lucy and Gus' },
      stays: { id: stays.id, name: 'Lucy & Gus' },
      by: admin.name,
      undone: false,
      canUndo: true,
    })
    expect((await undo(number, other)).body).toEqual({
      kind: 'restaurant',
      goes: goes.id,
      stays: stays.id,
      stillJoined: 0,
    })
    expect(await first()).toMatchObject({ id: number, undone: true, canUndo: false })
    expect((await app.get(`/api/restaurants/${goes.id}`)).body.items).toHaveLength(2)
    const audit = await app.database
      .selectFrom('audit')
      .select(['actor_id', 'action', 'subject'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(audit).toEqual([
      { actor_id: 514, action: 'restaurant.undo-merge', subject: `restaurant ${stays.id}` },
    ])
    const again = await undo(number)
    expect(again).toMatchObject({ status: 409, body: { error: 'cannot_undo' } })
    expect(again.body.message).toBe(`Merging ${number} is undone already.`)
    expect(await undo(2_147_483_647)).toMatchObject({ status: 404 })
  })

  it('refuses, in words, what was merged on since; the list says so before', async () => {
    const { goes, there, whole } = await world()
    const last = await dish(goes.id, 'Last')
    const first = (await merge('items', there.id, whole.id)).body.merge
    const second = (await merge('items', whole.id, last.id)).body.merge
    const { merges } = await get('merges')
    expect(
      merges.slice(0, 2).map(({ id, canUndo }: { id: number; canUndo: boolean }) => [id, canUndo]),
    ).toEqual([
      [second, true],
      [first, false],
    ])
    expect((await undo(first)).body.message).toMatch(/merged again or deleted since/)
    expect((await undo(second)).status).toBe(200)
    expect((await undo(first)).status).toBe(200)
  })

  it('pages through what was merged, without the parts of two restaurants’ merging', async () => {
    const { goes, stays } = await world()
    const number = (await merge('restaurants', goes.id, stays.id)).body.merge
    const { merges } = await get(`merges?cursor=${number + 1}`)
    expect(merges[0].id).toBe(number)
    const after = await get(`merges?cursor=${number}`)
    expect(after.merges.every(({ id }: { id: number }) => id < number)).toBe(true)
    expect(after.cursor).toBeNull()
    const parts = await app.database
      .selectFrom('merges')
      .select('id')
      .where('part_of', '=', number)
      .execute()
    expect(parts).toHaveLength(1)
    const listed = (await get('merges')).merges.map(({ id }: { id: number }) => id)
    expect(listed).not.toContain(parts[0]!.id)
  })
})

describe('F8 two admins at once, and a member who saves meanwhile', () => {
  it('F8 merges two dishes once, no matter who asks and which way round', async () => {
    const { there, whole } = await world()
    const answers = await Promise.all([
      merge('items', there.id, whole.id, admin),
      merge('items', there.id, whole.id, other),
      merge('items', whole.id, there.id, other),
    ])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404])
  })

  it('F8 undoes once, and loses no favorite saved while two admins undo', async () => {
    const { there, whole, goes } = await world()
    const number = (await merge('items', there.id, whole.id)).body.merge
    const members = await Promise.all(Array.from({ length: 6 }, () => app.member()))
    const [undone, ...saved] = await Promise.all([
      Promise.all([undo(number, admin), undo(number, other)]),
      ...members.map((one, at) => save(at % 2 ? there.id : whole.id, one)),
    ])
    expect(undone.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(saved.map(({ status }) => status)).toEqual(members.map(() => 200))
    const { items } = (await app.get(`/api/restaurants/${goes.id}`)).body
    const count = items.reduce((sum: number, one: { yoloCount: number }) => sum + one.yoloCount, 0)
    // Three favorites from before, and one of each member.
    expect(count).toBe(3 + members.length)
  })
})

describe('a merging on the comparison’s page', () => {
  it('is refused if one of the two has another name since', async () => {
    const place = await app.restaurant()
    const attacker = await app.member()
    const goes = await dish(place.id, 'Chorizo Cemmita', { by: attacker.id })
    const stays = await dish(place.id, 'Chorizo Cemita')
    const { version } = (await compare('item', goes.id, stays.id)).body
    const rename = { yoloId: goes.yoloId, new_name: 'Vegan Tofu Bowl' }
    await app.put('/api/yolo/name', rename, { as: attacker })
    const mergeSeen = (seen: string) =>
      app.post(`/api/items/${goes.id}/merge`, { into: stays.id, version: seen }, { as: admin })
    expect(await mergeSeen(version)).toMatchObject({
      status: 409,
      body: {
        error: 'changed',
        message: 'This has changed since you loaded it. Please look again.',
      },
    })
    const now = (await compare('item', goes.id, stays.id)).body
    expect(now.goes.name).toBe('Vegan Tofu Bowl')
    expect((await mergeSeen(now.version)).status).toBe(200)
  })

  it('is refused if one of two restaurants has another name or address since', async () => {
    const [goes, stays] = [await app.restaurant(), await app.restaurant()]
    const { version } = (await compare('restaurant', goes.id, stays.id)).body
    const change = { address: '1 Elm Street' }
    await app.database.updateTable('restaurants').set(change).where('id', '=', stays.id).execute()
    const mergeSeen = (seen: string) =>
      app.post(
        `/api/restaurants/${goes.id}/merge`,
        { into: stays.id, version: seen },
        { as: admin },
      )
    expect((await mergeSeen(version)).status).toBe(409)
    const now = (await compare('restaurant', goes.id, stays.id)).body
    expect((await mergeSeen(now.version)).status).toBe(200)
  })
})
