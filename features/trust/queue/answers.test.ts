import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { heldByRuleAloneSql } from '#domain/holds.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { tokenIn } from '#features/accounts/credentials/mails.testing.ts'
import { storeCluster } from '../clusters.server.ts'
import { foundCluster, joined, minutesAfter } from '../trust.testing.ts'

const now = new Date('2026-05-05T20:00:00Z')
let app: TestApp
let six: Person
let puppets: Person[]
let minute: number

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  app.clock.set(now)
  minute = 0
  six = await app.member({ id: 6 })
  puppets = []
  for (let n = 0; n < 12; n++) puppets.push(await app.member())
})

const tick = () => {
  app.clock.set(minutesAfter(now, ++minute))
  return app.services.clock.now()
}
const ids = (some: Person[]) => some.map(({ id }) => id)
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
async function find(some: Person[], isOver = true) {
  const { id: restaurantId } = await app.restaurant()
  const found = foundCluster(`votes ${restaurantId}`, ids(some), now, { isOver, restaurantId })
  await storeCluster(app.database, found, tick())
}
async function answer(some: Person[]) {
  tick()
  for (const as of some) await app.post('/api/holds/answer', { text: `I am ${as.name}.` }, { as })
}
const queue = async (query = '') =>
  (await app.get(`/api/admin/queue?kind=suspects${query}`, { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss' | 'restore', id: string) {
  tick()
  const body = { ids: [id], decision, reason: 'Read.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const abouts = async () => (await queue()).map(({ about }: { about: string }) => about)

it('answers of a cluster that waits are part of its case, and a decision on it decides them', async () => {
  await find(puppets)
  await answer(puppets.slice(0, 10))
  const [cluster, ...others] = await queue()
  expect(others).toEqual([])
  expect(cluster).toMatchObject({ about: 'cluster', count: 12, note: '10 of them answered' })
  const { body } = await app.get(`/api${cluster.link}`, { as: six })
  expect(body.answers).toHaveLength(10)
  expect(await decide('remove', cluster.id)).toMatchObject({ done: true })
  expect(await queue()).toEqual([])
  // Undone, they wait with the cluster again.
  await decide('restore', cluster.id)
  expect(await queue()).toMatchObject([{ about: 'cluster', note: '10 of them answered' }])
})

it('answers after the decision are one case, below every cluster; it keeps or releases who answered, and is undone', async () => {
  await find(puppets)
  const [{ id }] = await queue()
  await decide('remove', id)
  const some = Array.from({ length: 5 }, () => app.member())
  const waiting = await Promise.all(some)
  await find(waiting, false)
  await answer(puppets.slice(0, 10))
  expect(await abouts()).toEqual(['cluster', 'answers'])
  const [, answers] = await queue()
  expect(answers).toMatchObject({
    name: expect.stringMatching(/^Who answered: Votes for /),
    count: 10,
    text: `I am ${puppets[9]!.name}.`,
  })
  expect(await queue('&q=' + encodeURIComponent(`I am ${puppets[3]!.name}`))).toMatchObject([
    { id: answers.id },
  ])

  expect(await decide('dismiss', answers.id)).toMatchObject({ done: true, state: 'dismissed' })
  expect(await held()).toEqual(ids(puppets.slice(10)))
  expect(await abouts()).toEqual(['cluster'])
  expect(await queue('&state=decided')).toMatchObject([{ id: answers.id, count: 10 }, { id }])
  expect(await decide('restore', answers.id)).toMatchObject({ done: true, state: 'open' })
  expect(await held()).toEqual(ids(puppets))

  expect(await decide('remove', answers.id)).toMatchObject({ done: true, state: 'removed' })
  expect(await abouts()).toEqual(['cluster'])
  await answer(puppets.slice(10))
  const [, later] = await queue()
  expect(later).toMatchObject({ about: 'answers', count: 2 })
  expect(later.id).not.toBe(answers.id)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('one answer alone is decided on the page of its cluster', async () => {
  await find(puppets)
  const [{ id, link }] = await queue()
  await answer(puppets.slice(0, 2))
  const shown = async () => (await app.get(`/api${link}`, { as: six })).body
  const [first, second] = (await shown()).answers
  expect([first.userId, second.userId]).toEqual(ids(puppets.slice(0, 2)))
  expect(await decide('dismiss', first.caseId)).toMatchObject({ done: true })
  expect(await held()).toEqual(ids(puppets.slice(1)))
  expect((await shown()).answers).toMatchObject([
    { userId: second.userId, caseId: second.caseId, held: true },
    { userId: first.userId, caseId: null, held: false },
  ])
  await decide('remove', id)
  expect(await held()).toEqual(ids(puppets.slice(1)))
  expect((await shown()).answers).toMatchObject([{ caseId: null }, { caseId: null }])
})

it('a decision is about the answers that the admin saw, not about those that came since', async () => {
  await find(puppets)
  await decide('remove', (await queue())[0].id)
  await answer(puppets.slice(0, 1))
  const [first] = await queue()
  expect(first).toMatchObject({ count: 1 })
  await answer(puppets.slice(1, 10))
  expect(await decide('dismiss', first.id)).toMatchObject({ done: true })
  expect(await held()).toEqual(ids(puppets.slice(1)))
  expect(await queue('&state=decided')).toMatchObject([{ id: first.id, count: 1 }, {}])
  const [second] = await queue()
  expect(second).toMatchObject({ about: 'answers', count: 9 })

  await answer(puppets.slice(10))
  expect(await decide('remove', second.id)).toMatchObject({ done: true })
  const [third] = await queue()
  expect(third).toMatchObject({ count: 2, text: `I am ${puppets[11]!.name}.` })
  expect(await decide('dismiss', second.id)).toMatchObject({ done: false, state: 'removed' })

  // Each is undone by itself.
  await decide('remove', third.id)
  expect(await queue()).toEqual([])
  await decide('restore', second.id)
  expect(await queue()).toMatchObject([{ id: second.id, count: 9 }])
  await decide('restore', third.id)
  expect(await queue()).toMatchObject([{ id: third.id, count: 11 }])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('answers that were kept held stay decided when the newest of them is gone or held by an admin, and are undone', async () => {
  await find(puppets)
  await decide('remove', (await queue())[0].id)
  for (const one of puppets.slice(0, 10)) await answer([one])
  const [{ id }] = await queue()
  await decide('remove', id)
  const restAloneByRule = async () => {
    const { rows } = await sql<{ id: number }>`
      select h.user_id as id from holds h where h.released_at is null and ${heldByRuleAloneSql}`.execute(
      app.database,
    )
    return rows.map((row) => row.id)
  }
  expect(await restAloneByRule()).toEqual([])
  tick()
  await app.post('/api/admin/holds', { userId: puppets[9]!.id, reason: 'In a row.' }, { as: six })
  expect([await queue(), await restAloneByRule()]).toEqual([[], []])
  await app.database.deleteFrom('users').where('id', '=', puppets[9]!.id).execute()
  expect([await queue(), await restAloneByRule()]).toEqual([[], []])
  expect(await queue('&state=decided')).toMatchObject([{ id, count: 9 }, {}])
  const words = encodeURIComponent(`I am ${puppets[3]!.name}`)
  expect(await queue(`&state=decided&q=${words}`)).toMatchObject([{ id }])
  expect(await decide('restore', id)).toMatchObject({ done: true, state: 'open' })
  expect(await queue()).toMatchObject([{ about: 'answers', count: 9 }])

  // The same with answers that were released.
  const [{ id: again }] = await queue()
  await decide('dismiss', again)
  expect(await held()).toEqual(ids(puppets.slice(10)))
  await app.database.deleteFrom('users').where('id', '=', puppets[8]!.id).execute()
  expect(await queue('&state=decided')).toMatchObject([{ id: again, count: 8 }, {}])
  expect(await decide('restore', again)).toMatchObject({ done: true, state: 'open' })
  expect(await held()).toEqual(ids([...puppets.slice(0, 8), ...puppets.slice(10)]))
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('undone after the decision that held them, a release holds nobody', async () => {
  await find(puppets.slice(0, 6), false)
  const [{ id, link }] = await queue()
  await decide('remove', id)
  await answer(puppets.slice(0, 2))
  const [answers] = await queue()
  await decide('dismiss', answers.id)
  await decide('restore', id)
  expect(await held()).toEqual([])
  expect(await decide('restore', answers.id)).toMatchObject({ done: false, state: 'gone' })
  expect(await held()).toEqual([])

  // The same with one answer that is decided alone.
  await decide('remove', id)
  await answer(puppets.slice(2, 3))
  const [alone] = (await app.get(`/api${link}`, { as: six })).body.answers
  await decide('dismiss', alone.caseId)
  await decide('restore', id)
  expect(await decide('restore', alone.caseId)).toMatchObject({ done: false, state: 'gone' })
  expect(await held()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('fifty answers hide none: those of verified members come first, then the oldest, and the rest is on the next page', async () => {
  const members = await joined(
    app,
    Array.from({ length: 53 }, () => now),
    { verified: false },
  )
  const honest = await app.member()
  const found = foundCluster('alike 1', [...members, honest.id], now)
  await storeCluster(app.database, found, tick())
  await app.database
    .updateTable('holds')
    .set({ answer: 'I am many.', answered_at: tick() })
    .where('user_id', '<>', honest.id)
    .execute()
  await answer([honest])
  await app.database
    .updateTable('holds')
    .set({ answered_at: tick() })
    .where('user_id', '=', members[0]!)
    .execute()
  const [{ link }] = await queue()
  const shown = async (page: number) =>
    (await app.get(`/api${link}?page=${page}`, { as: six })).body
  const [first, second] = [await shown(1), await shown(2)]
  expect([first.nextPage, second.nextPage]).toEqual([2, null])
  const byPage = [first, second].map(({ answers }) =>
    answers.map(({ userId }: { userId: number }) => userId),
  )
  expect(byPage).toEqual([
    [honest.id, ...members.slice(1, 50)],
    [...members.slice(50), members[0]],
  ])
})

it('an answer that was kept with others is given back alone with a taken-over account, and the next one waits', async () => {
  await find(puppets)
  const [{ id: cluster }] = await queue()
  await decide('remove', cluster)
  await answer(puppets.slice(0, 2))
  const [answers] = await queue()
  expect(await decide('remove', answers.id)).toMatchObject({ done: true })

  const { id, name } = puppets[1]!
  const email = 'borrowed@example.org'
  const elsewhere = { email, email_key: email, email_proven_elsewhere: true }
  await app.database.updateTable('users').set(elsewhere).where('id', '=', id).execute()
  await app.post('/api/forgot-password', { email })
  const token = tokenIn(await app.mail((text) => text.includes(`To: ${email}`)))
  const password = 'eleven green bottles'
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  expect(await queue()).toEqual([])
  const { body: owner } = await app.post('/api/login', { email, password })
  await answer([{ ...owner, name }])
  expect(await queue()).toMatchObject([{ about: 'answers', count: 1, text: `I am ${name}.` }])
  expect(await decide('dismiss', (await queue())[0].id)).toMatchObject({ done: true })
  expect(await held()).toEqual(ids(puppets.filter((one) => one.id !== id)))
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a decision on answers isn’t about one that came again since, nor those before it', async () => {
  await find(puppets)
  const [{ id: cluster }] = await queue()
  await decide('remove', cluster)
  await answer(puppets.slice(0, 1))
  const [{ id, version }] = await queue()
  await answer(puppets.slice(1, 2))
  await app.database
    .updateTable('holds')
    .set({ given_back_at: tick() })
    .where('user_id', '=', puppets[0]!.id)
    .execute()
  await answer(puppets.slice(0, 1))
  const body = { ids: [id], versions: [version], decision: 'remove', reason: 'Read.' }
  const { results } = (await app.post('/api/admin/queue/decide', body, { as: six })).body
  expect(results).toMatchObject([{ done: false }])
  expect(await queue()).toMatchObject([{ about: 'answers', count: 2 }])
})
