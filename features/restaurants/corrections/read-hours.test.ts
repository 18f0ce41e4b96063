import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let ann: Person
let id: number

beforeAll(async () => {
  app = await testApp()
  ann = await app.member()
  id = (await app.restaurant({ name: 'The Daily' })).id
})

const read = (value: string) => app.post('/api/corrections/read-hours', { value }, { as: ann })
const propose = (value: string) =>
  app.post(`/api/restaurants/${id}/corrections`, { field: 'hours', value }, { as: ann })

test('hours as OpenStreetMap writes them are read before they are sent, and nothing is kept', async () => {
  const { body } = await read('Mo-Fr 09:00-17:00; PH off')
  expect(body.hours).toHaveLength(7)
  expect(body.hours[0]).toEqual({
    day: 'Monday',
    openTime: '09:00',
    closeTime: '17:00',
    closed: false,
  })
  const list = await app.get(`/api/restaurants/${id}/corrections`, { as: ann })
  expect(list.body.open).toEqual([])
})

test('what could mean two things is refused, not left to the parser of OpenStreetMap’s syntax', async () => {
  // That would read 5 to 10 in the morning, 24 hours, and 23 hours.
  for (const value of ['5:00-10:00', 'Mon-Fri 12:00-12:00', '11:00-11:00', '11:00-10:00'])
    for (const ask of [read, propose]) {
      const { status, body } = await ask(value)
      expect([status, body.fields?.value], value).toEqual([
        400,
        expect.stringContaining('This isn’t clear.'),
      ])
    }
  expect((await read('when we like')).body.fields.value).toMatch('We can’t read “when”.')
})
