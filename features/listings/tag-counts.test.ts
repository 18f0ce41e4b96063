import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const here = { latitude: 61, longitude: 101 }

/** Creates a dish at a restaurant of its own, which is open at these times every day. */
async function dish(price: number, [openTime, closeTime]: string[], tags: number[]) {
  const { id: restaurant } = await app.restaurant({ ...here, name: `Of ${tags.join()} ${price}` })
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  const hours = days.map((day) => ({ day, openTime, closeTime, closed: false }))
  await sql`
    update restaurants set price_level = ${price}, opening_hours = ${JSON.stringify(hours)}
     where id = ${restaurant}`.execute(app.database)
  await app.item({ restaurant, category: 3, by: (await app.member()).id, tags })
}

it('counts of tags keep to price and open now, and not to the chosen tags', async () => {
  const [always, atNight] = [
    ['00:00', '23:59'],
    ['01:00', '01:01'],
  ]
  await dish(1, always, [35, 37])
  await dish(3, always, [35])
  await dish(3, atNight, [44])
  app.clock.set(new Date('2030-01-01T18:00:00Z'))
  const point = `category=3&latitude=${here.latitude}&longitude=${here.longitude}`
  const counts = async (filters: string) => {
    const { body } = await app.get(`/api/tags?${point}${filters}`)
    const rows = body as { id: number; count: number }[]
    return Object.fromEntries(rows.flatMap(({ id, count }) => (count > 0 ? [[id, count]] : [])))
  }
  await expect.poll(() => counts('')).toEqual({ 35: 2, 37: 1, 44: 1 })
  expect(await counts('&price=3')).toEqual({ 35: 1, 44: 1 })
  expect(await counts('&price=1,3&open=now')).toEqual({ 35: 2, 37: 1 })
  expect(await counts('&price=3&open=now')).toEqual({ 35: 1 })
  // A list has the dishes of any chosen tag, so each tag counts by itself.
  expect(await counts('&tags=44')).toEqual({ 35: 2, 37: 1, 44: 1 })
  for (const wrong of ['price=5', 'open=later'])
    expect((await app.get(`/api/tags?${point}&${wrong}`)).status).toBe(400)
})
