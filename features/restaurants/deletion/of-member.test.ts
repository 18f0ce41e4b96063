import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

// What an admin reads and deletes of the restaurants that a member added.

const app = await testApp()
const admin = await app.member({ id: 7 })
const near = { latitude: 44.98, longitude: -93.27 }
let last = 0
const add = async (as: Person, name = `Spam Kitchen ${(last += 1)}`) => {
  const restaurant = { name, address: 'order at evil.example', ...near }
  return (await app.post('/api/restaurants', restaurant, { as })).body as {
    id: number
    placeId: string
  }
}
const save = (as: Person, placeId: string) =>
  app.post('/api/yolos', { placeId, categoryId: 3, itemName: 'Soup' }, { as })
const story = async ({ id }: Person) =>
  (await app.get(`/api/admin/members/${id}`, { as: admin })).body
const deleteAll = ({ id }: Person, as = admin) =>
  app.post(`/api/admin/members/${id}/delete-restaurants`, {}, { as })
const status = async ({ id }: { id: number }) => (await app.get(`/api/restaurants/${id}`)).status
const audited = async () =>
  app.database
    .selectFrom('audit')
    .select(['subject', 'actor_id'])
    .where('action', '=', 'restaurant.delete')
    .execute()

it('an admin reads which restaurants a member added, and deletes those that nobody else speaks for', async () => {
  const spammer = await app.member()
  const [alone, own, good, guessed, upvoted] = [
    await add(spammer, 'Pizza Luce call 555 0100'),
    await add(spammer),
    await add(spammer),
    await add(spammer),
    await add(spammer),
  ]
  await save(spammer, own.placeId)
  await save(await app.member(), good.placeId)
  await save(await app.member({ verified: false }), guessed.placeId)
  const { itemId } = (await save(spammer, upvoted.placeId)).body as { itemId: number }
  const voter = await app.member()
  expect((await app.post(`/api/items/${itemId}/upvote`, {}, { as: voter })).status).toBe(200)
  const { counts, parts } = await story(spammer)
  expect(counts).toMatchObject({ restaurantsAdded: 5, restaurantsOfTheirsAlone: 3 })
  expect(parts['restaurants-added'].rows).toHaveLength(5)
  expect(parts['restaurants-added'].rows.at(-1)).toMatchObject({
    thing: { kind: 'restaurant', id: alone.id, name: 'Pizza Luce call 555 0100' },
    words: 'order at evil.example',
    marks: [],
  })

  const before = (await audited()).length
  expect((await deleteAll(spammer, await app.member())).status).toBe(403)
  expect((await deleteAll(spammer)).body).toEqual({ deleted: 3, kept: 2, left: 0 })
  const all = [alone, own, guessed, good, upvoted]
  expect(await Promise.all(all.map(status))).toEqual([404, 404, 404, 200, 200])
  expect((await audited()).slice(before)).toEqual(
    [alone, own, guessed].map(({ id }) => ({ subject: `restaurant ${id}`, actor_id: 7 })),
  )
  const after = await story(spammer)
  expect(after.counts).toMatchObject({ restaurantsAdded: 5, restaurantsOfTheirsAlone: 0 })
  expect(after.parts['restaurants-added'].rows.map(({ marks }: any) => marks)).toEqual([
    [],
    ['deleted'],
    [],
    ['deleted'],
    ['deleted'],
  ])
  expect((await deleteAll(spammer)).body).toEqual({ deleted: 0, kept: 2, left: 0 })
  // Each comes back as one that was deleted by itself.
  const back = await app.put('/api/restaurant/restore', { restaurantId: own.id }, { as: admin })
  expect(back.body.yolos).toEqual({ restored: 1, left: 0 })
})

it('fifty are deleted by one call, the others by the next, and of two calls at once one deletes each', async () => {
  const spammer = await app.member()
  const made = []
  for (let n = 0; n < 60; n += 1) made.push(await add(spammer))
  expect((await deleteAll(spammer)).body).toEqual({ deleted: 50, kept: 0, left: 10 })
  const both = await Promise.all([deleteAll(spammer), deleteAll(spammer)])
  expect(both.reduce((sum, { body }) => sum + body.deleted, 0)).toBe(10)
  expect((await story(spammer)).counts.restaurantsOfTheirsAlone).toBe(0)
})
