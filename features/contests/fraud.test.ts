import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { contestFacts, makeContest } from './contests.testing.ts'
import { queues } from './server.ts'

let app: TestApp
let admin: Person
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
  await app.restaurant()
})
afterEach(async () => {
  app.clock.set(null)
  // Yolos that were saved at a future time would take part in the contests of later tests.
  await app.database.deleteFrom('yolos').where('created_at', '>', new Date()).execute()
})

const post = (id: number, what: string, body: object = {}, as = admin) =>
  app.post(`/api/contests/${id}/${what}`, body, { as })
const change = (id: number, body: object) => app.put(`/api/contests/${id}`, body, { as: admin })
const shown = async (id: number) => (await app.get(`/api/contests/${id}`)).body
const saveBy = async (member: Person, name?: string) =>
  app.item({ restaurant: (await app.restaurant()).id, category: 3, by: member.id, name })
async function entersBy(id: number, member: Person) {
  const item = await saveBy(member)
  await post(id, 'confirm', { eligible: true }, member)
  return item
}
const counting = async (id: number, as: Person) =>
  (await app.get(`/api/contests/${id}/entries`, { as })).body.filter(
    (entry: { counts: boolean }) => entry.counts,
  ).length
const set = (member: Person, values: object) =>
  app.database.updateTable('users').set(values).where('id', '=', member.id).execute()
/** Returns the members of the frozen entries, 0 for who is gone, by their ids, because entries have random numbers. */
async function frozen(id: number): Promise<number[]> {
  const { rows } = await sql<{ member: number | null }>`
    select e.user_id as member from contests c, unnest(c.entries) entry
      left join contest_entries e on e.id = entry where c.id = ${id} order by 1 nulls first`.execute(
    app.database,
  )
  return rows.map(({ member }) => member ?? 0)
}
const byId = (...members: Person[]) => members.map(({ id }) => id).toSorted((a, b) => a - b)

test('a crowd of unverified members has entries and none that counts, at the closing least of all', async () => {
  const id = await makeContest(app, admin)
  const honest = await app.member()
  await entersBy(id, honest)
  const crowd = await Promise.all(Array.from({ length: 12 }, () => app.member({ verified: false })))
  for (const one of crowd) {
    await entersBy(id, one)
    expect(await counting(id, one)).toBe(0)
  }
  await post(id, 'close')
  expect(await frozen(id)).toEqual([honest.id])
})

test('admins, user 20, the disabled and the taken down don’t count; what they are at the closing decides', async () => {
  const id = await makeContest(app, admin)
  const staff = [admin, ...(await Promise.all([6, 7, 20].map((one) => app.member({ id: one }))))]
  const [down, disabled, back, honest] = await Promise.all([1, 2, 3, 4].map(() => app.member()))
  for (const one of [...staff, down!, disabled!, back!, honest!]) await entersBy(id, one)
  for (const one of staff) expect(await counting(id, one)).toBe(0)
  const thing = { kind: 'member', id: down!.id }
  expect(
    (await app.post('/api/takedowns', { ...thing, word: 'A bot.' }, { as: admin })).status,
  ).toBe(200)
  await set(disabled!, { disabled_at: new Date() })
  await set(back!, { disabled_at: new Date() })
  await set(back!, { disabled_at: null })
  await post(id, 'close')
  expect(new Set(await frozen(id))).toEqual(new Set([back!.id, honest!.id]))
})

test('a held member is in no crowd and can’t win, not even when held after the closing; released before it, they count', async () => {
  const id = await makeContest(app, admin)
  const [held, back, late] = await Promise.all([1, 2, 3].map(() => app.member()))
  const hold = (one: Person) =>
    app.post('/api/admin/holds', { userId: one.id, reason: 'A ring.' }, { as: admin })
  const release = (one: Person) => app.delete(`/api/admin/holds/${one.id}`, {}, { as: admin })
  for (const one of [held!, back!, late!]) await entersBy(id, one)
  await hold(held!)
  await hold(back!)
  expect(await counting(id, held!)).toBe(0)
  const { body: mine } = await app.get('/api/contests/mine', { as: held! })
  expect(mine.find((one: { id: number }) => one.id === id)).toMatchObject({
    held: true,
    memberCounts: false,
    counting: 0,
  })
  expect((await app.get(`/api/admin/contests/${id}`, { as: admin })).body).toMatchObject({
    counting: 1,
    members: 3,
    membersCounting: 1,
  })
  await release(back!)
  await post(id, 'close')
  expect(new Set(await frozen(id))).toEqual(new Set([back!.id, late!.id]))
  await hold(late!)
  await hold(back!)
  // The prize waits for the member whose entry is drawn, so that no admin can choose a winner by holding others.
  await post(id, 'draw')
  expect((await shown(id)).draws.at(-1)).toMatchObject({ outcome: 'held', winner: null })
  expect((await post(id, 'redraw')).body.error).toBe('winner_held')
})

test('a new e-mail address that isn’t verified takes the entries out until it is', async () => {
  const id = await makeContest(app, admin)
  const member = await app.member()
  await entersBy(id, member)
  await set(member, { pending_email: 'elsewhere@example.org' })
  // Until the link in the mail is opened, the old address counts.
  expect(await counting(id, member)).toBe(1)
  await set(member, { email: 'x@example.org', email_key: 'x@example.org', email_verified_at: null })
  expect(await counting(id, member)).toBe(0)
  await set(member, { email_verified_at: new Date() })
  expect(await counting(id, member)).toBe(1)
  await set(member, { email_verified_at: null })
  await post(id, 'close')
  await set(member, { email_verified_at: new Date() })
  // Verifying after the closing is too late, because the list is frozen.
  expect(await counting(id, member)).toBe(0)
})

test('an account that is deleted takes its entries along, and after the closing leaves a number that nobody answers to', async () => {
  const id = await makeContest(app, admin)
  const [early, late, stays] = await Promise.all([1, 2, 3].map(() => app.member()))
  for (const one of [early!, late!, stays!]) await entersBy(id, one)
  const leave = (one: Person) => app.database.deleteFrom('users').where('id', '=', one.id).execute()
  await leave(early!)
  await post(id, 'close')
  expect(await frozen(id)).toEqual(byId(late!, stays!))
  await leave(late!)
  expect(await frozen(id)).toEqual([0, stays!.id])
  const { text } = await app.get(`/api/contests/${id}/export`, { as: admin })
  expect(text).not.toContain(late!.name)
})

test('what is deleted or saved after the closing changes nothing', async () => {
  const id = await makeContest(app, admin)
  const [one, other] = [await app.member(), await app.member()]
  const { yoloId } = await entersBy(id, one)
  await post(id, 'close')
  const before = await frozen(id)
  await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: one })
  await app.post(`/api/yolos/${yoloId}/restore`, {}, { as: one })
  await saveBy(other)
  expect((await post(id, 'confirm', { eligible: true }, other)).body.error).toBe('contest_closed')
  expect(await frozen(id)).toEqual(before)
  expect(await counting(id, one)).toBe(1)
  expect(await counting(id, other)).toBe(0)
})

test('a contest closes by itself at its time, not for what was saved at that moment or later', async () => {
  const closesAt = new Date(Date.now() + day)
  const id = await makeContest(app, admin, { closesAt: closesAt.toISOString() })
  const [early, late] = [await app.member(), await app.member()]
  await entersBy(id, early)
  await post(id, 'confirm', { eligible: true }, late)
  app.clock.set(closesAt)
  await saveBy(late)
  expect((await shown(id)).state).toBe('closed')
  // A drawing doesn't wait for the job that closes contests.
  expect((await post(id, 'draw')).status).toBe(200)
  expect(await frozen(id)).toEqual([early.id])
  expect((await shown(id)).closedAt).toBe(closesAt.toISOString())
  const another = await makeContest(app, admin, {
    closesAt: new Date(closesAt.getTime() + day).toISOString(),
    drawsAt: new Date(closesAt.getTime() + day).toISOString(),
  })
  app.clock.set(new Date(closesAt.getTime() + day))
  for (const queue of queues(app.services)) await queue.run({})
  expect((await shown(another)).closedAt).toBe(new Date(closesAt.getTime() + day).toISOString())
})

test('what happens after the time of closing changes nothing, before a job has closed it either', async () => {
  const closesAt = new Date(Date.now() + day)
  const id = await makeContest(app, admin, { closesAt: closesAt.toISOString() })
  const [early, gone, held, late] = await Promise.all([1, 2, 3, 4].map(() => app.member()))
  const [{ yoloId: photographed }, { yoloId: deleted }] = [
    await entersBy(id, early!),
    await entersBy(id, gone!),
  ]
  await entersBy(id, held!)
  await saveBy(late!)
  await app.post('/api/admin/holds', { userId: held!.id, reason: 'A ring.' }, { as: admin })
  app.clock.set(new Date(closesAt.getTime() + 1_000))
  const changes = await Promise.all([
    photoClient(app).upload(photographed, await makePhoto(), early!),
    app.delete(`/api/yolos/delete/${deleted}`, {}, { as: gone! }),
    app.delete(`/api/admin/holds/${held!.id}`, {}, { as: admin }),
  ])
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
  const confirmed = await post(id, 'confirm', { eligible: true }, late)
  expect(confirmed.body.error).toBe('contest_closed')
  for (const queue of queues(app.services)) await queue.run({})
  expect(await frozen(id)).toEqual(byId(early!, gone!))
  expect((await shown(id)).closedAt).toBe(closesAt.toISOString())
})

test('an entry made while it closes is in or out by the lock: the list is what was there', async () => {
  const id = await makeContest(app, admin)
  const members = await Promise.all(Array.from({ length: 10 }, () => app.member()))
  const { id: restaurant, placeId } = await app.restaurant()
  for (const member of members) await post(id, 'confirm', { eligible: true }, member)
  const save = (member: Person, n: number) =>
    app.post(
      '/api/yolos',
      { placeId, itemName: `Dish ${n} of ${restaurant}`, categoryId: 3 },
      { as: member },
    )
  const saves = members.map(save)
  const closing = post(id, 'close')
  for (const { status } of await Promise.all(saves)) expect(status).toBe(200)
  const { body } = await closing
  const { rows } = await sql<{ member: number }>`
    select user_id as member from contest_entries where contest_id = ${id} order by user_id`.execute(
    app.database,
  )
  expect(await frozen(id)).toEqual(rows.map(({ member }) => member))
  expect(body.entryCount).toBe(rows.length)
})

test('closing, area, categories and conditions can’t be moved after the opening; what can is shown with its time', async () => {
  const id = await makeContest(app, admin)
  const facts = contestFacts()
  const moved = new Date(Date.now() + 60 * day).toISOString()
  for (const one of [
    { closesAt: new Date(Date.now() + 2 * day).toISOString() },
    { closesAt: moved, drawsAt: moved },
    { opensAt: new Date(Date.now() + day).toISOString() },
    { categories: [3] },
    { area: { ...facts.area, miles: 11 } },
    { eligibility: 'My friends' },
    { beacon: 'My choice' },
  ]) {
    const { status, body } = await change(id, one)
    expect([status, body.error]).toEqual([409, 'contest_opened'])
  }
  const before = await shown(id)
  // All facts are sent again with another prize, so only the prize changes.
  const { opensAt, closesAt, drawsAt } = before
  const { body } = await change(id, {
    ...facts,
    opensAt,
    closesAt,
    drawsAt,
    prize: 'A smaller watch',
  })
  expect(body).toMatchObject({
    prize: 'A smaller watch',
    changes: [{ what: 'prize', before: 'An Apple Watch', after: 'A smaller watch' }],
  })
  await post(id, 'close')
  expect((await shown(id)).changes).toMatchObject([
    { what: 'prize' },
    { what: 'closed', before: closesAt, after: expect.any(String) },
  ])
  expect(await post(id, 'close')).toMatchObject({ status: 200 })
  expect((await shown(id)).changes.length).toBe(2)
  const audits = await app.database
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', `contest ${id}`)
    .orderBy('id')
    .execute()
  expect(audits.map(({ action }) => action)).toEqual([
    'contest.make',
    'contest.change',
    'contest.close',
  ])
})

test('before the opening all can be changed, in order, and entries follow', async () => {
  const opensAt = new Date(Date.now() + day).toISOString()
  const id = await makeContest(app, admin, { opensAt })
  const member = await app.member()
  await saveBy(member)
  const entries = async () =>
    (await app.get(`/api/contests/${id}/entries`, { as: member })).body.length
  expect(await entries()).toBe(0)
  expect((await change(id, { closesAt: opensAt })).body.fields).toHaveProperty('closesAt')
  expect((await change(id, { drawsAt: opensAt })).body.fields).toHaveProperty('drawsAt')
  expect(
    (await change(id, { categories: [2], opensAt: contestFacts().opensAt })).body,
  ).toMatchObject({ categories: [2], changes: [] })
  expect(await entries()).toBe(0)
  expect((await change(2_000_000_000, { title: 'T' })).status).toBe(404)
  for (const wrong of [
    { closesAt: '2020-01-01T00:00:00Z', opensAt: '2019-01-01T00:00:00Z', drawsAt: opensAt },
    { categories: [77] },
    { title: ' ' },
    { closesAt: 'soon' },
  ])
    expect(
      (await app.post('/api/contests', { ...contestFacts(), ...wrong }, { as: admin })).status,
      JSON.stringify(wrong),
    ).toBe(400)
})

test('S25 the export has no formula, is an admin’s alone and audited', async () => {
  const id = await makeContest(app, admin)
  const empty = await app.get(`/api/contests/${id}/export`, { as: admin })
  expect(empty.text).toBe(
    '"entry","kind","counts","member","userName","email","yolo","item","restaurant"\r\n',
  )
  const member = await app.member({ userName: '=HYPERLINK("http://evil.example")' })
  await saveBy(member, '@SUM(1+1)*cmd|calc')
  await app.post(`/api/contests/${id}/confirm`, { eligible: true }, { as: member })
  expect((await app.get(`/api/contests/${id}/export`, { as: member })).status).toBe(403)
  const { text, headers } = await app.get(`/api/contests/${id}/export`, { as: admin })
  expect(headers.get('content-type')).toContain('text/csv')
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain("'@SUM(1+1)*cmd|calc")
  expect(text.split('\r\n')[1]).toMatch(/^\d+,"yolo","yes",\d+,/)
  const last = await app.database
    .selectFrom('audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(last).toMatchObject({
    action: 'contest.export',
    subject: `contest ${id}`,
    after: { entries: 1 },
    actor_id: 514,
  })
})
