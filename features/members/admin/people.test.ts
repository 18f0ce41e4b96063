import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { token: string }
beforeAll(async () => {
  admin = await app.member({ id: 6, createdAt: new Date('2020-01-01T00:00:00Z') })
})
const get = (path: string, as = admin) => app.get(`/api${path}`, { as })

test('new members are counted and listed by the calendar of the admin’s own time zone', async () => {
  // This is December 31 in Chicago but January 1 in UTC.
  const late = await app.member({ createdAt: new Date('2021-01-01T05:59:59Z') })
  const early = await app.member({ createdAt: new Date('2021-01-01T06:00:00Z') })
  const day = async (timeZone: string) =>
    (await get(`/user/count?from=2021-01-01&to=2021-01-01&timeZone=${timeZone}`)).body
  const utc = await day('UTC')
  expect(utc).toMatchObject({ new_users: 2, registered_users: 3, cursor: null })
  expect(utc.users.map(({ id }: any) => id)).toEqual([early.id, late.id])
  const chicago = await day('America/Chicago')
  expect(chicago).toMatchObject({ new_users: 1, registered_users: 3 })
  expect(chicago.users).toEqual([
    {
      id: early.id,
      firstName: null,
      lastName: null,
      userName: early.name,
      email: early.email,
      platform: 'email',
      createdAt: '2021-01-01T06:00:00.000Z',
    },
  ])
})

test.each([
  ['from=2021-02-02&to=2021-02-01', 'from'],
  ['from=2021-02-30', 'from'],
  ['to=0000-01-01', 'to'],
  ['to=0001-01-01', 'to'],
  ['to=9999-01-01', 'to'],
  ['to=2021-2-1', 'to'],
  ['timeZone=Mars/Olympus', 'timeZone'],
  ['timeZone=%2B05:30', 'timeZone'],
  ['cursor=x', 'cursor'],
])('a range that isn’t one is refused: %s', async (query, field) => {
  for (const path of ['/user/count', '/recentYolos']) {
    const { status, body } = await get(`${path}?${query}`)
    expect([status, body.error, Object.keys(body.fields)]).toEqual([400, 'bad_input', [field]])
  }
})

test('today is the admin’s: what is tomorrow in UTC may be asked for where it has begun', async () => {
  app.clock.set(new Date('2031-05-05T22:00:00Z'))
  const later = await app.member({ id: 7 })
  const status = async (timeZone: string) =>
    (await get(`/user/count?to=2031-05-06&timeZone=${timeZone}`, later)).status
  expect([await status('UTC'), await status('Pacific/Auckland')]).toEqual([400, 200])
  app.clock.set(null)
})

test('a range of more than a thousand goes on by its cursor, nobody twice and nobody left out', async () => {
  const moment = new Date('2019-06-01T12:00:00Z')
  await app.database
    .insertInto('users')
    .values(
      Array.from({ length: 1001 }, (_, n) => ({
        user_name: `Crowd ${n}`,
        user_name_key: `crowd ${n}`,
        // All have the same time, so the id decides the order.
        created_at: moment,
      })),
    )
    .execute()
  const path = '/user/count?from=2019-06-01&to=2019-06-01'
  const first = (await get(path)).body
  expect([first.new_users, first.users.length]).toEqual([1001, 1000])
  const second = (await get(`${path}&cursor=${first.cursor}`)).body
  expect([second.users.length, second.cursor]).toEqual([1, null])
  const ids = new Set([...first.users, ...second.users].map(({ id }: any) => id))
  expect(ids.size).toBe(1001)
})

test('the table of holders is filtered and sorted by what each has', async () => {
  const holder = async (first_name: string, shares: number) => {
    const { id } = await app.member()
    const { database } = app
    await database.updateTable('users').set({ first_name }).where('id', '=', id).execute()
    for (let n = 0; n < shares; n++)
      await database.insertInto('shares').values({ user_id: id }).execute()
    return id
  }
  const [one, three, none] = [
    await holder('Holder 1', 1),
    await holder('Holder 3', 3),
    await holder('Holder 0', 0),
  ]
  const table = async (query: string) =>
    (await get(`/admin/shareholders?q=holder&${query}`)).body.items.map(({ id }: any) => id)
  expect(await table('')).toEqual([one, three])
  expect(await table('sort=shareCount&order=desc')).toEqual([three, one])
  expect((await get('/admin/shareholders?q=holder_')).body).toMatchObject({ matching: 0 })
  expect((await get(`/admin/shareholders?pageSize=1&cursor=${one - 1}`)).body).toMatchObject({
    items: [{ id: one, shareCount: 1 }],
    cursor: one,
    matching: null,
  })
  expect(none).toBeGreaterThan(three)
  expect((await get('/admin/shareholders', await app.member())).status).toBe(403)
})

test('addresses near a city are those of verified, active members who agreed, and asking is audited', async () => {
  const agreed = { email_consent_at: new Date(), latitude: 44.98, longitude: -93.27 }
  const living = async (change: object, verified = true) => {
    const member = await app.member({ verified })
    await app.database
      .updateTable('users')
      .set({ ...agreed, ...change })
      .where('id', '=', member.id)
      .execute()
    return member.email
  }
  const found = [await living({}), await living({ latitude: 45.7 })].sort()
  await living({ email_consent_at: null })
  await living({ latitude: 45.72 })
  await living({ longitude: -94.3 })
  await living({ disabled_at: new Date() })
  await living({ delete_at: new Date('2040-01-01') })
  await living({ email_verified_at: null })
  const { status, body } = await get('/users-nearby?latitude=44.98&longitude=-93.27')
  expect([status, body]).toEqual([200, found])
  const note = await app.database
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'emails.list')
    .executeTakeFirstOrThrow()
  expect(note).toMatchObject({ actor_id: 6, subject: 'point 44.98,-93.27', after: { count: 2 } })
})
