import { beforeAll, beforeEach, expect, it } from 'vitest'
import { holdMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database/database.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let six: Person
beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  six = await app.member({ id: 6 })
})

const queue = async (query = '') =>
  (await app.get(`/api/admin/queue?kind=suspects${query}`, { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss' | 'restore', id: string) {
  const body = { ids: [id], decision, reason: decision === 'restore' ? undefined : 'Read.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const own = async (as: Person) => (await app.get('/api/holds', { as })).body.hold
const answer = (text: string, as: Person) => app.post('/api/holds/answer', { text }, { as })

it('the answer of a member whom the rule or an admin held waits for a person until one has read it', async () => {
  const [ann, bob] = [await app.member(), await app.member()]
  const { database, clock } = app.services
  await transact(database, (tx) =>
    holdMembers(tx, { members: [ann.id], reason: 'One of many.', by: 'rule', now: clock.now() }),
  )
  await app.post('/api/admin/holds', { userId: bob.id, reason: 'In a row.' }, { as: six })
  expect(await queue()).toEqual([])
  await answer('We had a conference.', ann)
  await answer('I like pie.', bob)
  const [second, first] = await queue()
  expect(first).toMatchObject({
    kind: 'suspects',
    about: 'hold',
    name: ann.name,
    link: `/admin/members/${ann.id}`,
    text: 'We had a conference.',
    note: 'Held by the rule: One of many.',
    hidden: true,
    count: 1,
    state: 'open',
  })
  expect(second).toMatchObject({ name: bob.name, note: 'Held: In a row.' })
  expect((await queue('&q=conference')).map(({ id }: { id: string }) => id)).toEqual([first.id])

  expect((await own(bob)).kept).toBe(false)
  expect(await decide('dismiss', first.id)).toMatchObject({ done: true, state: 'dismissed' })
  expect(await decide('remove', second.id)).toMatchObject({ done: true, state: 'removed' })
  expect(await own(ann)).toBe(null)
  expect(await own(bob)).toMatchObject({ answer: 'I like pie.', kept: true })
  expect(await queue()).toEqual([])
  expect(await queue('&state=decided')).toMatchObject([{ id: second.id }, { id: first.id }])
  expect(await decide('dismiss', second.id)).toMatchObject({ done: false, state: 'removed' })
  const audits = await database
    .selectFrom('audit')
    .select(['action', 'subject', 'before'])
    .where('action', 'in', ['member.release', 'member.keep-held'])
    .orderBy('id')
    .execute()
  expect(audits).toMatchObject([
    { action: 'member.release', subject: `member ${ann.id}` },
    { action: 'member.keep-held', before: { answer: 'I like pie.' } },
  ])
  expect(await violatedInvariants(database)).toEqual([])

  // Undone, both wait again with their answers.
  for (const { id } of [first, second])
    expect(await decide('restore', id)).toMatchObject({ done: true, state: 'open' })
  expect((await queue()).map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  expect(await own(ann)).toMatchObject({ answer: 'We had a conference.', byRule: true })
  expect(await violatedInvariants(database)).toEqual([])
})

it('the case goes with the hold', async () => {
  const [ann, bob] = [await app.member(), await app.member()]
  for (const { id } of [ann, bob])
    await app.post('/api/admin/holds', { userId: id, reason: 'In a row.' }, { as: six })
  await answer('Why me?', ann)
  await answer('Why me, too?', bob)
  const [{ id: ofBob }, { id: ofAnn }] = await queue()
  await app.delete(`/api/admin/holds/${ann.id}`, {}, { as: six })
  expect((await queue()).map(({ id }: { id: string }) => id)).toEqual([ofBob])
  expect(await decide('remove', ofAnn)).toMatchObject({ done: false, state: 'gone' })
  // A release that is undone after the member was held again leaves that hold as it is.
  await decide('dismiss', ofBob)
  await app.post('/api/admin/holds', { userId: bob.id, reason: 'Once more.' }, { as: six })
  expect(await decide('restore', ofBob)).toMatchObject({ done: false, state: 'gone' })
  expect(await own(bob)).toMatchObject({ reason: 'Once more.', answer: null })
  expect(await violatedInvariants(app.database)).toEqual([])
})
