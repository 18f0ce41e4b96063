import { beforeAll, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

// A decision is about what the admin saw (rules: decisions on reports).

let app: TestApp
let six: Person
let crowd: Person[]
beforeAll(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
  crowd = await Promise.all(Array.from({ length: 6 }, () => app.member()))
})

const changed = {
  done: false,
  state: 'open',
  message: 'This has changed since you loaded it. Please look again.',
}
const queue = async () => (await app.get('/api/admin/queue', { as: six })).body.items
const caseOf = async (id: string) => (await queue()).find((one: any) => one.id === id)
const decide = async (decision: 'remove' | 'dismiss', { id, version }: any) => {
  const body = { ids: [id], versions: [version], decision, reason: 'Looked at.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const report = (kind: string, id: number, as: Person) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive' }, { as })

async function dish() {
  const place = await app.restaurant()
  const owner = await app.member()
  const made = await app.item({
    restaurant: place.id,
    category: 3,
    by: owner.id,
    description: 'Fine.',
  })
  return { ...made, owner, place }
}

it('a photo that replaced the harmless one that the admin saw isn’t dismissed', async () => {
  const { yoloId, owner } = await dish()
  await photoClient(app).add(yoloId, owner)
  await report('photo', yoloId, crowd[0]!)
  const seen = await caseOf(`photo-${yoloId}-1`)
  await photoClient(app).add(yoloId, owner)
  expect(await decide('dismiss', seen)).toMatchObject(changed)
  await report('photo', yoloId, crowd[1]!)
  expect(await decide('dismiss', seen)).toMatchObject(changed)
  const now = await caseOf(`photo-${yoloId}-1`)
  expect(now.count).toBe(2)
  expect(await decide('remove', now)).toMatchObject({ done: true })
})

it('a member who changes the bio again and again is taken down all the same', async () => {
  const ann = await app.member()
  const bio = (text: string) => app.put('/api/user/bio', { bio: text }, { as: ann })
  await bio('Selling pills.')
  await report('member', ann.id, crowd[0]!)
  const seen = await caseOf(`member-${ann.id}-1`)
  await bio('I love pancakes.')
  expect(await decide('dismiss', seen)).toMatchObject(changed)
  await report('member', ann.id, crowd[1]!)
  expect(await decide('remove', seen)).toMatchObject(changed)
  const now = await caseOf(seen.id)
  await bio('Pancakes again.')
  expect(await decide('remove', now)).toMatchObject({ done: true })
})

it('reports that don’t count keep no admin from deciding', async () => {
  const { id } = await dish()
  await app.post(`/api/items/${id}/expired`, {}, { as: crowd[0]! })
  const seen = await caseOf(`item-${id}-1`)
  const unverified = await app.member({ verified: false })
  await app.post(`/api/items/${id}/expired`, {}, { as: unverified })
  expect((await caseOf(seen.id)).count).toBe(2)
  expect(await decide('dismiss', seen)).toMatchObject({ done: true })
})

it('the reports that hid a dish or restaurant after the admin looked aren’t dismissed', async () => {
  const { id, place } = await dish()
  const paths = [`/api/items/${id}/expired`, `/api/restaurants/${place.id}/closed`]
  const ids = [`item-${id}-1`, `restaurant-${place.id}-1`]
  for (const path of paths) await app.post(path, {}, { as: crowd[0]! })
  const seen = await Promise.all(ids.map(caseOf))
  for (const as of crowd.slice(1)) for (const path of paths) await app.post(path, {}, { as })
  for (const one of seen)
    for (const decision of ['remove', 'dismiss'] as const)
      expect(await decide(decision, one)).toMatchObject(changed)
  for (const one of ids) {
    const now = await caseOf(one)
    expect(now).toMatchObject({ hidden: true, count: 6 })
    expect(await decide('dismiss', now)).toMatchObject({ done: true })
  }
})

it('a text that its author changed meanwhile isn’t decided, nor a member', async () => {
  const { yoloId, owner } = await dish()
  await report('text', yoloId, crowd[0]!)
  await report('member', owner.id, crowd[0]!)
  const seen = [await caseOf(`text-${yoloId}-1`), await caseOf(`member-${owner.id}-1`)]
  await app.put('/api/yolos', { id: yoloId, description: 'Foul.' }, { as: owner })
  await app.put('/api/user/bio', { bio: 'Foul.' }, { as: owner })
  for (const one of seen) expect(await decide('dismiss', one)).toMatchObject(changed)
  // A report that is made meanwhile waits for the decision, and is a case of its own.
  const now = await caseOf(`text-${yoloId}-1`)
  const [decided] = await Promise.all([
    decide('dismiss', now),
    ...crowd.slice(1).map((one) => report('text', yoloId, one)),
  ])
  const closed = await app.database
    .selectFrom('abuse_reports')
    .select('id')
    .where('yolo_id', '=', yoloId)
    .where('decision_id', 'is not', null)
    .execute()
  expect(closed).toHaveLength(decided.done ? 1 : 0)
})

it('a version for each case is asked for, or none at all', async () => {
  const { id } = await dish()
  await app.post(`/api/items/${id}/expired`, {}, { as: crowd[0]! })
  const body = { ids: [`item-${id}-1`], versions: ['a', 'b'], decision: 'dismiss', reason: 'No.' }
  expect((await app.post('/api/admin/queue/decide', body, { as: six })).status).toBe(400)
})
