import { beforeAll, expect, it } from 'vitest'
import { findPairsQueue } from '#features/merging/near-same/find-pairs.server.ts'
import { storeCluster } from '#features/trust/clusters.server.ts'
import { foundCluster } from '#features/trust/trust.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

// One press decides only cases for which it does the same (rules: decisions on reports).

let app: TestApp
let six: Person
let crowd: Person[]
beforeAll(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
  crowd = await Promise.all(Array.from({ length: 5 }, () => app.member()))
})

type Case = { id: string; version: string; about: string }
const waiting = async (): Promise<Case[]> =>
  (await app.get('/api/admin/queue', { as: six })).body.items
const decide = (decision: 'remove' | 'dismiss' | 'restore', cases: Case[]) => {
  const [ids, versions] = [cases.map(({ id }) => id), cases.map(({ version }) => version)]
  const body = { ids, versions, decision, reason: 'Seen.' }
  return app.post('/api/admin/queue/decide', body, { as: six })
}
const dish = async (restaurant: number, name: string) =>
  app.item({ restaurant, category: 3, by: (await app.member()).id, name, description: 'So good.' })

/** Has a dish and a restaurant reported, a cluster and a pair found, and what was taken down answered. */
async function casesOfAllSorts(): Promise<Record<string, Case>> {
  const { id: restaurant } = await app.restaurant()
  const { id, yoloId } = await dish(restaurant, 'Cheese burger')
  await dish(restaurant, 'Cheeseburger')
  await findPairsQueue(app.services).run({})
  await app.post(`/api/items/${id}/expired`, {}, { as: crowd[0]! })
  await app.post(`/api/restaurants/${restaurant}/closed`, {}, { as: crowd[0]! })
  const members = crowd.map((one) => one.id)
  const found = foundCluster('reports', members, app.services.clock.now(), { isOver: false })
  await storeCluster(app.database, { ...found, restaurantId: restaurant }, app.services.clock.now())
  const author = await app.member()
  const other = await app.item({ restaurant, category: 3, by: author.id, description: 'Rude.' })
  const text = { kind: 'text', id: other.yoloId, word: 'Please be kind.' }
  await app.post('/api/takedowns', text, { as: six })
  const [{ id: takedown }] = (await app.get('/api/takedowns', { as: author })).body
  await app.post(`/api/takedowns/${takedown}/answer`, { answer: 'It was a joke.' }, { as: author })
  const abuse = { kind: 'text', id: yoloId, reason: 'spam' }
  expect((await app.post('/api/abuse-reports', abuse, { as: crowd[1]! })).status).toBe(200)
  return Object.fromEntries((await waiting()).map((one) => [one.about, one]))
}

it('one press decides reports, but no cluster, pair or answer with them: nobody is held by ‘Remove’', async () => {
  const sorts = await casesOfAllSorts()
  const [item, restaurant, text] = [sorts.item!, sorts.restaurant!, sorts.text!]
  const [cluster, twin, answer] = [sorts.cluster!, sorts.twin!, sorts.textanswer!]
  const before = await waiting()
  expect(before).toHaveLength(6)
  for (const some of [
    [item, cluster],
    [restaurant, twin],
    [text, answer],
    [cluster, twin],
    [cluster, answer],
    before,
  ])
    for (const decision of ['remove', 'dismiss'] as const) {
      const { status, body } = await decide(decision, some)
      expect([status, body.fields]).toEqual([
        400,
        { ids: 'Only cases that have the same buttons.' },
      ])
    }
  expect(await waiting()).toEqual(before)
  for (const as of crowd) expect((await app.get('/api/holds', { as })).body.hold).toBeNull()

  const alike = [[text, restaurant, item], [cluster], [twin], [answer]]
  for (const some of alike)
    for (const { done } of (await decide('dismiss', some)).body.results) expect(done).toBe(true)
  expect(await waiting()).toEqual([])
  // To restore means the same for all.
  const back = (await decide('restore', before)).body.results
  expect(back.map(({ done }: { done: boolean }) => done)).toEqual(before.map(() => true))
  expect(await waiting()).toHaveLength(6)
})
