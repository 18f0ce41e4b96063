import { afterEach, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

async function dish() {
  const { id: restaurant } = await app.restaurant()
  return app.item({ restaurant, category: 3, by: (await app.member()).id })
}

it('an adjustment stands beside the votes, which stay true, and is told with its history', async () => {
  const { id } = await dish()
  const admin = await app.member({ id: 514 })
  const voter = await app.member()
  await app.post(`/api/items/${id}/upvote`, {}, { as: voter })
  const set = (newCount: unknown) =>
    app.post('/api/items/upvote-yolo', { itemId: id, userId: admin.id, newCount }, { as: admin })
  expect((await set(5)).body).toMatchObject({ upvoteCount: 5, votes: 1, adjustment: 4 })
  await set(5)
  expect((await set(0)).body).toMatchObject({ upvoteCount: 0, votes: 1, adjustment: -1 })
  // With one vote less the count would be -1, which is shown as 0.
  await app.post(`/api/items/${id}/removeUpvote`, {}, { as: voter })
  const { body } = await app.get(`/api/items/${id}/why`)
  expect(body).toMatchObject({ id, upvoteCount: 0, votes: 0, adjustment: -1, yoloCount: 1 })
  expect(body.newestYoloAt).toMatch(/^\d{4}-.*Z$/)
  expect(body.adjustments).toMatchObject([
    { before: 4, after: -1 },
    { before: 0, after: 4 },
  ])
  const rows = await app.database.selectFrom('adjustments').select('actor_id').execute()
  expect(rows).toEqual([{ actor_id: 514 }, { actor_id: 514 }])
  const { body: audit } = await app.get(`/api/admin/audit?subject=item ${id}`, { as: admin })
  expect(audit.items).toMatchObject([
    { action: 'item.adjust', before: { adjustment: 4 }, after: { adjustment: -1, shown: 0 } },
    { action: 'item.adjust', before: { adjustment: 0 }, after: { adjustment: 4, shown: 5 } },
  ])
})

it('is for admins and user 20, and for whole numbers from 0', async () => {
  const { id: itemId } = await dish()
  const set = async (
    as: { id: number; name: string; email: string; token: string },
    newCount: unknown,
  ) => app.post('/api/items/upvote-yolo', { itemId, newCount }, { as })
  const special = await app.member({ id: 20 })
  expect((await set(special, 3)).body.upvoteCount).toBe(3)
  expect((await set(await app.member(), 9)).body).toMatchObject({ error: 'access_denied' })
  for (const wrong of [-1, 1.5, '7', 1_000_001, null])
    expect((await set(special, wrong)).body.fields).toHaveProperty('newCount')
  const gone = { itemId: 2_000_000_000, newCount: 1 }
  expect((await app.post('/api/items/upvote-yolo', gone, { as: special })).status).toBe(404)
  expect((await app.get('/api/items/2000000000/why')).status).toBe(404)
})

it('F8 twenty adjustments and twenty votes at once add up', async () => {
  const { id: itemId } = await dish()
  const as = await app.member({ id: 6 })
  const voters = await Promise.all(Array.from({ length: 20 }, () => app.member()))
  await Promise.all(
    voters.flatMap((voter, count) => [
      app.post('/api/items/upvote-yolo', { itemId, newCount: count }, { as }),
      app.post(`/api/items/${itemId}/upvote`, {}, { as: voter }),
    ]),
  )
  const { body } = await app.get(`/api/items/${itemId}/why`)
  expect(body.votes).toBe(20)
  expect(body.upvoteCount).toBe(Math.max(0, 20 + body.adjustment))
  const history = body.adjustments.toReversed() as Array<{ before: number; after: number }>
  history.forEach(({ before }, at) => expect(before).toBe(at === 0 ? 0 : history[at - 1]!.after))
})
