import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { findPairsQueue } from './find-pairs.server.ts'

let app: TestApp
let six: Person
let seven: Person
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
  seven = await app.member({ id: 7 })
})
beforeEach(async () => {
  await app.database.deleteFrom('near_same_items').execute()
  await app.database.deleteFrom('report_decisions').execute()
  await app.database.deleteFrom('items').execute()
})

const dish = async (restaurant: number, name: string, savers = 1, category = burgers) => {
  const made = await app.item({ restaurant, category, by: (await app.member()).id, name })
  for (let more = 1; more < savers; more++)
    await app.post(
      '/api/yolos',
      { itemId: made.id, categoryId: category },
      { as: await app.member() },
    )
  return made
}
const find = () => findPairsQueue(app.services).run({})
const queue = async (query = '') =>
  (await app.get(`/api/admin/queue?kind=twins${query}`, { as: six })).body.items
const names = async () => (await queue()).map(({ name }: { name: string }) => name)
const decide = async (decision: 'remove' | 'dismiss' | 'restore', ids: string[], as = six) =>
  (await app.post('/api/admin/queue/decide', { ids, decision, reason: 'Seen.' }, { as })).body
    .results
const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id)
const namesAt = async (place: { placeId: string }) =>
  (
    await app.get(`/api/items?category=${burgers}&placeId=${encodeURIComponent(place.placeId)}`)
  ).body.map(({ itemName }: { itemName: string }) => itemName)

describe('dishes that are probably one', () => {
  it('are found at one restaurant, in one category, by their names', async () => {
    const [one, other] = [await app.restaurant({ name: 'The Anchor' }), await app.restaurant()]
    const goes = await dish(one.id, 'Cheese-Burger')
    const stays = await dish(one.id, 'Cheeseburger', 3)
    await dish(one.id, 'Chicken burger')
    await dish(one.id, 'Cheeseburger', 1, 1)
    await dish(other.id, 'Cheese burger')
    await dish(other.id, 'Cheesesteak')
    await dish(other.id, 'Tomato burger')
    await dish(other.id, 'Tomatto burger', 2)
    expect(await queue()).toEqual([])
    await find()
    const rows = await queue()
    expect(rows).toMatchObject([
      {
        about: 'twin',
        name: 'Tomato burger → Tomatto burger',
        count: 1,
        text: 'They differ as by a typo: 10 of 14 such pairs of real names were one dish.',
      },
      {
        about: 'twin',
        name: 'Cheese-Burger → Cheeseburger',
        restaurantName: 'The Anchor',
        count: 1,
        text: 'Only the spelling differs: 70 of 70 such pairs of real names were one dish.',
        link: `/admin/merge?kind=item&goes=${goes.id}&stays=${stays.id}`,
        reporters: [],
      },
    ])
    await find()
    expect(await names()).toEqual(rows.map(({ name }: { name: string }) => name))
    expect(await queue('&q=anchor')).toHaveLength(1)
  })

  it('are merged into the one that more members saved, and two again when restored', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger')
    await dish(place.id, 'Cheeseburger', 2)
    await find()
    const [{ id }] = await queue()
    expect(await decide('remove', [id])).toMatchObject([{ done: true, state: 'removed' }])
    expect(await namesAt(place)).toEqual(['Cheeseburger'])
    expect(await queue()).toEqual([])
    expect(await queue('&state=decided')).toMatchObject([{ id, state: 'removed' }])
    expect(await decide('restore', [id], seven)).toMatchObject([{ done: true, state: 'open' }])
    expect((await namesAt(place)).sort()).toEqual(['Cheese burger', 'Cheeseburger'])
    expect(await queue()).toHaveLength(1)
  })

  it('that an admin keeps apart aren’t asked about again, until that is restored', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger')
    await dish(place.id, 'Cheeseburger')
    await find()
    const [{ id }] = await queue()
    expect(await decide('dismiss', [id])).toMatchObject([{ done: true, state: 'dismissed' }])
    await find()
    expect(await queue()).toEqual([])
    expect(await namesAt(place)).toHaveLength(2)
    expect(await decide('restore', [id])).toMatchObject([{ done: true, state: 'open' }])
    expect(await queue()).toHaveLength(1)
  })

  it('are decided by the first of two admins at once', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger')
    await dish(place.id, 'Cheeseburger')
    await find()
    const [{ id }] = await queue()
    const results = await Promise.all([decide('remove', [id]), decide('dismiss', [id], seven)])
    expect(results.flat().filter(({ done }) => done)).toHaveLength(1)
  })

  it('leave the queue when one is renamed, or goes', async () => {
    const place = await app.restaurant()
    const owner = await app.member()
    const renamed = await app.item({
      restaurant: place.id,
      category: burgers,
      by: owner.id,
      name: 'Cheese burger',
    })
    await dish(place.id, 'Cheeseburger')
    const left = await dish(place.id, 'Cheese burgers')
    await find()
    expect(await queue()).toHaveLength(2)
    const [{ id }] = await queue('&sort=newest')
    await app.database.deleteFrom('yolos').where('id', '=', left.yoloId).execute()
    expect(await queue()).toHaveLength(1)
    await app.put(
      '/api/yolo/name',
      { yoloId: renamed.yoloId, new_name: 'Juicy Lucy' },
      { as: owner },
    )
    await find()
    expect(await queue()).toEqual([])
    expect(await decide('remove', [id])).toMatchObject([{ done: false, state: 'gone' }])
  })

  it('aren’t merged under other names, or the other way round, than the admin saw', async () => {
    const place = await app.restaurant()
    const attacker = await app.member()
    const odd = await app.item({
      restaurant: place.id,
      category: burgers,
      by: attacker.id,
      name: 'Onion Duble',
    })
    await dish(place.id, 'Onion Double', 2)
    await find()
    const seen = (await queue())[0]
    const merge = async ({ id, version }: any) => {
      const body = { ids: [id], versions: [version], decision: 'remove', reason: 'Seen.' }
      return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
    }
    const changed = {
      done: false,
      message: 'This has changed since you loaded it. Please look again.',
    }
    const rename = (name: string) =>
      app.put('/api/yolo/name', { yoloId: odd.yoloId, new_name: name }, { as: attacker })
    await rename('Rat Soup With Hair')
    expect(await merge(seen)).toMatchObject(changed)
    await rename('Onion Duble')
    for (let more = 0; more < 2; more++)
      await app.post(
        '/api/yolos',
        { itemId: odd.id, categoryId: burgers },
        { as: await app.member() },
      )
    expect(await merge(seen)).toMatchObject(changed)
    const [now] = await queue()
    expect(now.name).toBe('Onion Double → Onion Duble')
    expect(await merge(now)).toMatchObject({ done: true })
  })

  it('that are merged, and taken apart on the page of mergings, are asked about again', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger')
    await dish(place.id, 'Cheeseburger', 2)
    await find()
    const [seen] = await queue()
    await decide('remove', [seen.id])
    const [{ id }] = (await app.get('/api/admin/merges', { as: six })).body.merges
    expect((await app.post(`/api/admin/merges/${id}/undo`, {}, { as: six })).status).toBe(200)
    const [again] = await queue()
    expect(again).toMatchObject({ name: seen.name, state: 'open' })
    expect(await decide('dismiss', [again.id])).toMatchObject([{ done: true }])
    await find()
    expect(await queue()).toEqual([])
  })

  it('that were merged and can’t be taken apart any more say why', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger')
    const stays = await dish(place.id, 'Cheeseburger', 2)
    const lucy = await dish(place.id, 'Juicy Lucy')
    await find()
    const [{ id }] = await queue()
    await decide('remove', [id])
    await app.post(`/api/items/${stays.id}/merge`, { into: lucy.id }, { as: six })
    expect(await decide('restore', [id])).toMatchObject([
      { done: false, state: 'removed', message: expect.stringContaining('merged again') },
    ])
  })

  it('are each asked about with one other, however many are alike, below all that is reported', async () => {
    const place = await app.restaurant()
    for (let n = 1; n <= 12; n++)
      await dish(place.id, `Soup number ${'#'.repeat(n)}`, n === 5 ? 2 : 1)
    const gone = await dish((await app.restaurant()).id, 'Pie')
    // A report that doesn't count is one all the same.
    const reporter = await app.member({ verified: false })
    await app.post(`/api/items/${gone.id}/expired`, {}, { as: reporter })
    await find()
    const rows = await queue()
    expect(rows).toHaveLength(11)
    for (const { name } of rows) expect(name).toMatch(/ → Soup number #####$/)
    const page = async (cursor = '') =>
      (await app.get(`/api/admin/queue?pageSize=6${cursor}`, { as: six })).body
    const { items, cursor } = await page()
    expect(items[0]).toMatchObject({ about: 'item', id: expect.stringContaining(String(gone.id)) })
    const more = await page(`&cursor=${cursor}`)
    expect([...items, ...more.items].map(({ id }) => id).slice(1)).toEqual(
      rows.map(({ id }: { id: string }) => id),
    )
  })

  it('are asked about with the next one after an admin kept the first two apart', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger', 3)
    await dish(place.id, 'Cheeseburger', 2)
    await dish(place.id, 'Cheeseburgers')
    await find()
    await decide('dismiss', await idsOf(queue()))
    await find()
    expect(await names()).toEqual(['Cheeseburgers → Cheeseburger'])
  })

  it('aren’t those that only unverified or held members saved', async () => {
    const place = await app.restaurant()
    await dish(place.id, 'Cheese burger')
    const [unverified, held] = [await app.member({ verified: false }), await app.member()]
    for (const [name, as] of [
      ['Cheeseburger', unverified],
      ['Cheeseburgers', held],
    ] as const)
      await app.item({ restaurant: place.id, category: burgers, by: as.id, name })
    await find()
    expect(await names()).toEqual(['Cheeseburgers → Cheese burger'])
    await app.post('/api/admin/holds', { userId: held.id, reason: 'Seen.' }, { as: six })
    expect(await names()).toEqual([])
    await find()
    expect(await app.database.selectFrom('near_same_items').select('id').execute()).toEqual([])
  })
})
