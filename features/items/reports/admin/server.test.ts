import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let chief: { id: number; token: string }
let six: { id: number; token: string }
beforeAll(async () => {
  chief = await app.member({ id: 514 })
  six = await app.member({ id: 6 })
})
const get = (path: string, as = chief) => app.get(`/api${path}`, { as })

test('the marked lists are for 514 alone: every reported thing with its count, hidden ones on top', async () => {
  const place = await app.restaurant({ name: 'Shut' })
  const ann = await app.member()
  const once = await app.item({ restaurant: place.id, category: 3, by: ann.id, name: 'Once' })
  const often = await app.item({ restaurant: place.id, category: 3, by: ann.id, name: 'Often' })
  await app.post(`/api/items/${once.id}/expired`, {}, { as: ann })
  for (let n = 0; n < 5; n++)
    await app.post(`/api/items/${often.id}/expired`, {}, { as: await app.member() })

  expect((await get('/markedExpiredItem')).body).toEqual([
    {
      id: often.id,
      name: 'Often',
      restaurantId: place.id,
      restaurantName: 'Shut',
      reportCount: 5,
      hidden: true,
    },
    expect.objectContaining({ id: once.id, reportCount: 1, hidden: false }),
  ])
  const names = async (path: string) =>
    (await get(path)).body.items.map(({ name }: { name: string }) => name)
  expect(await names('/admin/expired-items')).toEqual(['Often', 'Once'])
  expect(await names('/admin/expired-items?sort=reportCount')).toEqual(['Once', 'Often'])
  expect(await names('/admin/expired-items?q=ONCE')).toEqual(['Once'])
  expect(await names('/admin/expired-items?hidden=true')).toEqual(['Often'])
  expect((await get('/admin/expired-items?pageSize=1')).body).toMatchObject({
    items: [{ id: often.id, reportCount: 5 }],
    cursor: 1,
    matching: 2,
  })
  expect(await names('/admin/expired-items?pageSize=1&cursor=1')).toEqual(['Once'])
  for (const list of ['/markedExpiredItem', '/admin/expired-items'])
    expect(await get(list, six)).toMatchObject({
      status: 403,
      body: { message: 'Access denied.' },
    })
})

test('reports of unverified members put nothing before what a verified one reports', async () => {
  const puppets = await Promise.all([1, 2].map(() => app.member({ verified: false })))
  const ann = await app.member()
  const places = [
    await app.restaurant({ name: 'Decoy' }),
    await app.restaurant({ name: 'Honest' }),
  ] as const
  for (const [place, reporters] of [
    [places[0], puppets],
    [places[1], [ann]],
  ] as const) {
    const by = (await app.member()).id
    const item = await app.item({ restaurant: place.id, category: 3, by, name: place.name })
    for (const as of reporters) {
      await app.post(`/api/items/${item.id}/expired`, {}, { as })
    }
  }
  for (const list of ['/admin/expired-items']) {
    const { body } = await get(list)
    const names = body.items.map(({ name }: { name: string }) => name)
    expect(names.indexOf('Honest')).toBeGreaterThanOrEqual(0)
    expect(names.indexOf('Honest')).toBeLessThan(names.indexOf('Decoy'))
  }
})
