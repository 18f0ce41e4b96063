import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { contestFacts, makeContest } from './contests.testing.ts'

const app = await testApp()
const states = async () => {
  const { body } = await app.get('/api/contests')
  return Object.fromEntries(body.map(({ slug, state }: any) => [slug, state]))
}

test('the contests of the product are there, and past ones say so', async () => {
  const { status, body } = await app.get('/api/contests')
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      slug: 'contest1',
      area: { name: 'Los Angeles' },
      drawsOn: '2025-02-22',
      state: 'past',
      seedHash: null,
    },
    { slug: 'contest2', prize: 'An Apple Watch', drawsOn: '2024-07-31', state: 'past' },
  ])
})

test('a contest is open through the day of its drawing, by the clock of its own place', async () => {
  // Los Angeles is 8 hours behind UTC in February.
  app.clock.set(new Date('2025-02-23T07:59:00Z'))
  expect(await states()).toEqual({ contest1: 'open', contest2: 'past' })
  app.clock.set(new Date('2025-02-23T08:00:00Z'))
  expect(await states()).toEqual({ contest1: 'past', contest2: 'past' })
  app.clock.set(null)
})

test('a contest that has not opened yet is coming, stands before those that are over, and shows no hash', async () => {
  app.clock.set(new Date('2030-01-01T12:00:00Z'))
  await app.restaurant()
  const admin = await app.member({ id: 514 })
  const opensAt = '2031-01-01T06:00:00.000Z'
  const [closesAt, drawsAt] = ['2031-02-01T05:59:59.000Z', '2031-02-02T18:00:00.000Z']
  const id = await makeContest(app, admin, { opensAt, closesAt, drawsAt })
  const { body } = await app.get('/api/contests')
  expect(body[0]).toMatchObject({
    ...contestFacts(),
    id,
    slug: null,
    state: 'coming',
    opensAt,
    closesAt,
    drawsAt,
    seedHash: null,
    // Days in the contest's time zone.
    timeZone: 'America/Chicago',
    opensOn: '2031-01-01',
    closesOn: '2031-01-31',
    drawsOn: '2031-02-02',
  })
  expect(body[1].state).toBe('past')
  app.clock.set(new Date(opensAt))
  expect((await app.get(`/api/contests/${id}`)).body).toMatchObject({
    state: 'open',
    seedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    seed: null,
    changes: [],
  })
  app.clock.set(null)
  expect((await app.get('/api/contests/2147483647')).status).toBe(404)
})

test('what is wrong with a contest’s dates is said all at once', async () => {
  const admin = await app.member({ id: 7 })
  const facts = { ...contestFacts(), opensAt: '2020-01-01T00:00:00.000Z' }
  const dates = { closesAt: '2021-01-02T00:00:00.000Z', drawsAt: '2021-01-01T00:00:00.000Z' }
  const { status, body } = await app.post('/api/contests', { ...facts, ...dates }, { as: admin })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    closesAt: 'This is over already.',
    drawsAt: 'It can’t be drawn before it closes.',
  })
})
