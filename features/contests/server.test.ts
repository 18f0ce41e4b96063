import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { contestFacts, makeContest } from './contests.testing.ts'

const app = await testApp()
const admin = await app.member({ id: 514 })
const { id: restaurant } = await app.restaurant()
afterEach(() => app.clock.set(null))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const states = async () => {
  const { body } = await app.get('/api/contests')
  return Object.fromEntries(body.map(({ slug, state }: any) => [slug, state]))
}
const confirm = (id: number, as: Person) => app.post(`/api/contests/${id}/confirm`, {}, { as })
const close = (id: number) => app.post(`/api/contests/${id}/close`, {}, { as: admin })
const draw = (id: number, k = 0, text = '4 8 15 16 23 42') =>
  app.post(`/api/contests/${id}/draw`, { k, text }, { as: admin })
const save = (as: Person, category = 3) => app.item({ restaurant, category, by: as.id })
const entriesOf = async (id: number, as: Person) =>
  (await app.get('/api/contests/mine', { as })).body.find((mine: any) => mine.id === id)

it('the contests of the specification are there, and over', async () => {
  const { status, body } = await app.get('/api/contests')
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      slug: 'contest1',
      area: { name: 'Los Angeles' },
      drawsAt: '2025-02-23T07:59:59.999Z',
      state: 'past',
    },
    {
      slug: 'contest2',
      prize: 'An Apple Watch',
      drawsAt: '2024-08-01T04:59:59.999Z',
      state: 'past',
    },
  ])
})

it('a contest opens and ends by the clock of its own place', async () => {
  // Los Angeles is 8 hours behind UTC in February.
  app.clock.set(new Date('2025-02-23T07:59:00Z'))
  expect(await states()).toMatchObject({ contest1: 'open' })
  app.clock.set(new Date('2025-02-23T08:00:00Z'))
  expect(await states()).toMatchObject({ contest1: 'past' })
  expect((await app.get('/api/contests/2147483647')).status).toBe(404)
})

it('dates in a wrong order are refused all at once', async () => {
  const facts = {
    ...contestFacts(),
    closesAt: '2021-01-02T00:00:00.000Z',
    drawsAt: '2021-01-01T00:00:00.000Z',
  }
  const { status, body } = await app.post('/api/contests', facts, { as: admin })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    closesAt: 'This is over already.',
    drawsAt: 'It can’t be drawn before it closes.',
  })
})

it('a contest changes until it opens', async () => {
  const tomorrow = contestFacts(new Date(Date.now() + 86_400_000))
  const change = (id: number) =>
    app.post('/api/contests', { ...tomorrow, id, prize: 'A phone' }, { as: admin })
  const coming = await makeContest(app, admin, tomorrow)
  expect((await close(coming)).body.error).toBe('wrong_contest_state')
  expect((await change(coming)).body).toEqual({ id: coming })
  expect((await app.get(`/api/contests/${coming}`)).body).toMatchObject({ prize: 'A phone' })
  expect((await change(await makeContest(app, admin))).body.error).toBe('wrong_contest_state')
})

it('each favorite is one entry and its photo four, for members who count and said that they may take part', async () => {
  const id = await makeContest(app, admin, { categories: [3] })
  const [cook, unverified] = [await app.member(), await app.member({ verified: false })]
  const { yoloId, id: itemId } = await save(cook)
  await save(cook, 6)
  await save(unverified)
  await app.database
    .insertInto('photos')
    .values({
      yolo_id: yoloId,
      item_id: itemId,
      name: 'a'.repeat(32),
      width: 4,
      height: 3,
      color: '#aabbcc',
      created_at: new Date(),
    })
    .execute()
  expect(await entriesOf(id, cook)).toMatchObject({ entries: 5, confirmed: false })
  await confirm(id, cook)
  await confirm(id, unverified)
  expect(await entriesOf(id, cook)).toMatchObject({ confirmed: true, counts: true, won: false })
  expect(await entriesOf(id, unverified)).toMatchObject({ entries: 1, counts: false })
  const { body } = await close(id)
  expect(body).toMatchObject({ state: 'closed', entryCount: 5 })
})

it('anyone can check the drawing, and drawing twice draws once', async () => {
  const id = await makeContest(app, admin)
  const people = [await app.member(), await app.member(), await app.member()]
  for (const member of people) {
    await save(member)
    await confirm(id, member)
  }
  expect((await draw(id)).body.error).toBe('wrong_contest_state')
  await close(id)
  expect((await draw(id, 1, 'Why')).body.error).toBe('wrong_contest_state')
  const [first, second] = await Promise.all([draw(id), draw(id, 0, 'another value')])
  expect(first.body.draws).toEqual(second.body.draws)
  const { entryCount, listHash, draws } = (await app.get(`/api/contests/${id}`)).body
  const list = await (await fetch(`${app.origin}/api/contests/${id}/list`)).text()
  expect(sha256(list)).toBe(listHash)
  expect(list.split(',')).toHaveLength(entryCount)
  const [{ entry, publicValue }] = draws
  expect(entry).toBe(Number(BigInt(`0x${sha256(`${publicValue}:0`)}`) % BigInt(entryCount)))
  const winners = (await app.get(`/api/admin/contests/${id}`, { as: admin })).body.winners
  const winner = people.find((member) => member.id === winners[0].userId)!
  expect((await app.get('/api/notifications', { as: winner })).body.items).toMatchObject([
    { kind: 'won', contest: { id } },
  ])

  const again = { k: 1, reason: 'The winner has moved away.' }
  const redraw = () => draw(id, again.k, again.reason)
  expect((await redraw()).body.draws[1]).toMatchObject(again)
  expect((await redraw()).body.draws).toHaveLength(2)
})

it('an empty contest isn’t drawn, and the export has all entries', async () => {
  const id = await makeContest(app, admin)
  await close(id)
  expect((await draw(id)).body.error).toBe('wrong_contest_state')
  const { status, text } = await app.get(`/api/contests/${id}/export`, { as: admin })
  expect(status).toBe(200)
  expect(text).toContain('"entry","member","userName","email"')
})
