import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { token: string }
beforeAll(async () => {
  admin = await app.member({ id: 7, createdAt: new Date('2019-01-01T00:00:00Z') })
})
const ask = (query: string) => app.get(`/api/admin/overview?${query}`, { as: admin })

/** Creates a member, a yolo, a vote and a report of each kind, all at the same moment. */
async function busy(moment: string) {
  const created_at = new Date(moment)
  const [owner, fan] = [
    await app.member({ createdAt: created_at }),
    await app.member({ createdAt: new Date('2018-01-01T00:00:00Z') }),
  ]
  const { id: restaurant_id } = await app.restaurant()
  const item = { restaurant: restaurant_id, category: 3, by: owner.id, createdAt: created_at }
  const { id: item_id } = await app.item(item)
  const by = { user_id: fan.id, created_at }
  const { database } = app
  await database
    .insertInto('votes')
    .values({ ...by, item_id })
    .execute()
  await database
    .insertInto('item_reports')
    .values({ ...by, item_id })
    .execute()
  await database
    .insertInto('restaurant_reports')
    .values({ ...by, restaurant_id })
    .execute()
  await database
    .insertInto('abuse_reports')
    .values({
      reporter_id: fan.id,
      member_id: owner.id,
      kind: 'member',
      reason: 'spam',
      created_at,
    })
    .execute()
}
const once = { members: 1, yolos: 1, votes: 1, reports: 3 }
const none = { members: 0, yolos: 0, votes: 0, reports: 0 }

test('a zone that only JavaScript knows is asked by its main name', async () => {
  const query = 'from=2026-05-01&to=2026-05-02&timeZone='
  const { status, body } = await ask(`${query}AET`)
  expect(status).toBe(200)
  expect(body).toEqual((await ask(`${query}Australia/Sydney`)).body)
})

test('members, yolos, votes and reports are counted by day in the admin’s time zone, and in all', async () => {
  // It is still December 31 in Chicago.
  await busy('2021-01-01T05:59:59Z')
  const { body: utc } = await ask('from=2020-12-31&to=2021-01-01')
  expect(utc).toEqual({
    days: [
      { day: '2020-12-31', ...none },
      { day: '2021-01-01', ...once },
    ],
    totals: once,
  })
  const { body: chicago } = await ask('from=2020-12-31&to=2021-01-01&timeZone=America/Chicago')
  expect(chicago.days.map(({ votes }: any) => votes)).toEqual([1, 0])
})

test('a day on which clocks change has its 23 or 25 hours, each counted once', async () => {
  // In Chicago, March 14 has 23 hours (06:00Z to 05:00Z) and November 7 has 25 (05:00Z to 06:00Z).
  for (const moment of [
    '2021-03-14T06:00:00Z',
    '2021-03-15T04:59:59Z',
    '2021-03-15T05:00:00Z',
    '2021-11-07T05:00:00Z',
    '2021-11-08T05:59:59Z',
    '2021-11-08T06:00:00Z',
  ])
    await busy(moment)
  for (const [first, last] of [
    ['2021-03-14', '2021-03-15'],
    ['2021-11-07', '2021-11-08'],
  ]) {
    const { body } = await ask(`from=${first}&to=${last}&timeZone=America/Chicago`)
    expect(body.days).toEqual([
      { day: first, members: 2, yolos: 2, votes: 2, reports: 6 },
      { day: last, ...once },
    ])
  }
  // Apia skipped December 30, 2011, when it crossed the date line.
  const { body } = await ask('from=2011-12-29&to=2011-12-31&timeZone=Pacific/Apia')
  expect(body.days.map(({ day }: any) => day)).toEqual(['2011-12-29', '2011-12-30', '2011-12-31'])
  expect(body.totals).toEqual(none)
})

test('without days it is the last thirty, up to the admin’s own today', async () => {
  app.clock.set(new Date('2031-05-05T22:00:00Z'))
  const later = await app.member({ id: 6 })
  const { body } = await app.get('/api/admin/overview?timeZone=Pacific/Auckland', { as: later })
  app.clock.set(null)
  expect([body.days.length, body.days.at(0).day, body.days.at(-1).day]).toEqual([
    30,
    '2031-04-07',
    '2031-05-06',
  ])
})

test.each([
  ['from=2021-02-02&to=2021-02-01', 'from'],
  ['from=2021-02-30', 'from'],
  ['from=2010-01-01&to=2020-12-31', 'from'],
  ['from=0000-01-01&to=2020-01-02', 'from'],
  ['to=0001-01-01', 'to'],
  ['to=9999-01-01', 'to'],
  ['from=2021-01-01&from=2021-01-02', 'from'],
  ['timeZone=Mars/Olympus', 'timeZone'],
  ["timeZone=UTC';select%201", 'timeZone'],
  ['timeZone=%2B05:30', 'timeZone'],
  ['timeZone=Etc/GMT%2B99', 'timeZone'],
])('what is no range of days is refused: %s', async (query, field) => {
  const { status, body } = await ask(query)
  expect([status, body.error, Object.keys(body.fields)]).toEqual([400, 'bad_input', [field]])
})
