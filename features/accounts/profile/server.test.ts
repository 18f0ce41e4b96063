import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const day = 86_400_000

test('one’s own account', async () => {
  const member = await app.member()
  const { status, body } = await app.get('/api/user', { as: member })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: member.id,
    userName: member.name,
    email: member.email,
    nameChangeFrom: null,
    location: null,
    hasPassword: false,
    refCount: 0,
    loginInfo: { facebookLogin: false, appleLogin: false, simpleLogin: false },
  })
})

test('refCount counts those who came by one’s link, once they are verified', async () => {
  const member = await app.member()
  const friend = await app.member({ verified: false })
  const refer = app.database.updateTable('users').where('id', '=', friend.id)
  const refCount = async () => (await app.get('/api/user', { as: member })).body.refCount
  await refer.set({ referrer_id: member.id }).execute()
  expect(await refCount()).toBe(0)
  await refer.set({ email_verified_at: new Date() }).execute()
  expect(await refCount()).toBe(1)
})

test('first and last name', async () => {
  const member = await app.member()
  const answer = await app.put(
    '/api/user/name',
    { firstname: ' Ann ', lastname: 'Lee' },
    { as: member },
  )
  expect(answer.body).toEqual({ result: { firstName: 'Ann', lastName: 'Lee' } })
  expect((await app.get('/api/user', { as: member })).body).toMatchObject({
    firstName: 'Ann',
    lastName: 'Lee',
  })
  for (const bad of [
    {},
    { firstname: '', lastname: 'x' },
    { firstname: 'x'.repeat(101), lastname: 'y' },
  ])
    expect((await app.put('/api/user/name', bad, { as: member })).status).toBe(400)
})

test('the display name changes once in 365 days, of two at once too', async () => {
  const member = await app.member()
  const change = (userName: string) =>
    app.put('/api/user/display-name', { userName }, { as: member })
  // The name that one has is no change.
  const { body: same } = await change(member.name)
  expect(same).toEqual({ result: { userName: member.name, nameChangeFrom: null } })
  const both = await Promise.all([change(`Left ${member.id}`), change(`Right ${member.id}`)])
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  const again = await change(`Third ${member.id}`)
  expect(again.body).toEqual({
    error: 'name_changed_lately',
    message: 'You are allowed 1 name change per year.',
  })
  const { userName, nameChangeFrom } = (await app.get('/api/user', { as: member })).body
  expect(Date.parse(nameChangeFrom) - Date.now()).toBeGreaterThan(364 * day)
  // Who didn’t get the answer sends it once more.
  const { status, body } = await change(userName)
  expect([status, body]).toEqual([200, { result: { userName, nameChangeFrom } }])
  app.clock.set(new Date(Date.now() + 366 * day))
  const { token } = await (async () => {
    const { openSession } = await import('#platform/server/auth/sessions.ts')
    return openSession(app.database, app.services.clock, member.id, { userAgent: 'later' })
  })()
  const later = await app.put(
    '/api/user/display-name',
    { userName: `Fourth ${member.id}` },
    { as: { token } },
  )
  expect(later.status).toBe(200)
  app.clock.set(null)
})

test('S27 a display name that looks like another’s is refused, one’s own in other letters isn’t', async () => {
  const member = await app.member({ userName: 'Plain Name' })
  await app.database
    .updateTable('users')
    .set({ user_name_key: 'piain name' })
    .where('id', '=', member.id)
    .execute()
  const other = await app.member()
  const taken = await app.put('/api/user/display-name', { userName: 'PIain Nаme' }, { as: other })
  expect(taken.status).toBe(409)
  expect(taken.body).toMatchObject({
    error: 'name_taken',
    fields: { userName: expect.any(String) },
  })
  expect(
    (await app.put('/api/user/display-name', { userName: 'PLAIN NAME' }, { as: member })).status,
  ).toBe(200)
})

test('the text on one’s page', async () => {
  const member = await app.member()
  const put = (bio: unknown) => app.put('/api/user/bio', { bio }, { as: member })
  expect((await put(' I like soup.\r\nHot. ')).body).toEqual({
    result: { bio: 'I like soup.\nHot.' },
  })
  expect((await put('to the \u202eleft')).body).toEqual({ result: { bio: 'to the left' } })
  expect((await put('')).body).toEqual({ result: { bio: '' } })
  for (const bad of ['x'.repeat(301), 'a \u0007 bell', 7, null])
    expect((await put(bad)).status).toBe(400)
})

test('the location is saved for oneself only', async () => {
  const member = await app.member()
  const other = await app.member()
  const save = (more: object) =>
    app.post('/api/save-location', { latitude: 44.98, longitude: -93.27, ...more }, { as: member })
  expect(
    (await save({ userEmail: member.email.toUpperCase(), name: 'Minneapolis, MN, US' })).status,
  ).toBe(200)
  expect((await app.get('/api/user', { as: member })).body.location).toEqual({
    latitude: 44.98,
    longitude: -93.27,
    name: 'Minneapolis, MN, US',
  })
  const forged = await save({ userEmail: other.email, latitude: 1 })
  expect(forged.status).toBe(403)
  for (const bad of [{ latitude: 91 }, { longitude: -181 }, { latitude: '44' }])
    expect((await save(bad)).status).toBe(400)
  expect((await app.get('/api/user', { as: other })).body.location).toBeNull()
  expect((await app.get('/api/user', { as: member })).body.location.latitude).toBe(44.98)
})

test('password managers find the page to change a password', async () => {
  const { status, headers } = await app.get('/.well-known/change-password')
  expect([status, headers.get('location')]).toEqual([302, '/account'])
})
