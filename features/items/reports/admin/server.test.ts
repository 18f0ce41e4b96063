import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const chief = await app.member({ id: 514 })
const six = await app.member({ id: 6 })
const get = (path: string, as = chief) => app.get(`/api${path}`, { as })

it('the marked lists are for 514 alone, and count the reports of counting members', async () => {
  const { id: restaurant, name } = await app.restaurant()
  const owner = await app.member()
  const { id } = await app.item({ restaurant, category: 3, by: owner.id, name: 'Chili' })
  const report = (as: { token: string }) =>
    Promise.all([
      app.post(`/api/items/${id}/expired`, {}, { as }),
      app.post(`/api/restaurants/${restaurant}/closed`, {}, { as }),
    ])
  await report(await app.member({ verified: false }))
  expect((await get('/markedExpiredItem')).body).toEqual([])
  await report(await app.member())
  expect((await get('/markedExpiredItem')).body).toMatchObject([
    { id, name: 'Chili', restaurantName: name, reportCount: 1, hidden: false },
  ])
  expect((await get('/markedClosedRestaurant')).body.restaurants).toMatchObject([
    { id: restaurant, name, reportCount: 1, hidden: false },
  ])
  for (const path of ['/markedExpiredItem', '/markedClosedRestaurant'])
    expect((await get(path, six)).body).toMatchObject({ message: 'Access denied.' })
})

it('a report that is taken back counts nowhere, and can be made again', async () => {
  const { id: restaurant } = await app.restaurant()
  const { id } = await app.item({ restaurant, category: 3, by: (await app.member()).id })
  const as = await app.member()
  const paths = [`/api/items/${id}/expired`, `/api/restaurants/${restaurant}/closed`]
  const counts = async () => ({
    item: (await get('/markedExpiredItem')).body.find((row: any) => row.id === id)?.reportCount,
    closed: (await get('/markedClosedRestaurant')).body.restaurants.find(
      (row: any) => row.id === restaurant,
    )?.reportCount,
    queue: (await get('/admin/cases')).body.items
      .filter(({ reports }: any) => reports[0].userId === as.id)
      .map(({ kind, counting }: any) => `${kind} ${counting}`),
  })
  for (const path of paths) await app.post(path, {}, { as })
  for (const path of paths) await app.delete(path, {}, { as })
  expect(await counts()).toEqual({ item: undefined, closed: undefined, queue: [] })
  for (const path of paths) await app.post(path, {}, { as })
  expect(await counts()).toEqual({ item: 1, closed: 1, queue: ['item 1', 'closed 1'] })
})
