import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const states = async () => {
  const { body } = await app.get('/api/contests')
  return Object.fromEntries(body.map(({ slug, state }: any) => [slug, state]))
}

test('the contests of the product are there, and past ones say so', async () => {
  const { status, body } = await app.get('/api/contests')
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { slug: 'contest1', area: 'Los Angeles', drawsOn: '2025-02-22', state: 'past' },
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

test('a contest that has not opened yet is coming, and stands before those that are over', async () => {
  await app.database
    .insertInto('contests')
    .values({
      slug: 'contest3',
      title: 'T',
      prize: 'P',
      area: 'A',
      latitude: 1,
      longitude: 1,
      miles: 1,
      eligibility: 'E',
      opens_on: new Date('2031-01-01T00:00:00Z'),
      draws_on: new Date('2031-02-01T00:00:00Z'),
      time_zone: 'UTC',
    })
    .execute()
  const { body } = await app.get('/api/contests')
  expect(body[0]).toMatchObject({ slug: 'contest3', state: 'coming', opensOn: '2031-01-01' })
})
