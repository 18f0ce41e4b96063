import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { dishes } from '#platform/testing/dishes.ts'
import { nightlyQueue } from '../nightly.server.ts'

const app = await testApp()
const food = dishes(app.services)
let count = 0
async function joined() {
  const { body } = await app.post('/api/register', {
    userName: `Verify ${++count} eater`,
    email: `verify${count}@example.org`,
    password: 'nine quick foxes',
  })
  return body as { id: number; token: string; email: string; name: string }
}
const linkIn = (mail: string) => /(\S+)\/verification-success\?token=([\w-]+)/.exec(mail)!
const tokenFor = async (email: string) => {
  const mail = await app.mail(
    (text) => text.includes(`To: ${email}`) && text.includes('verification-success'),
  )
  return linkIn(mail)[2]!
}
const verify = (token: unknown) => app.post('/api/verify-email', { token })
const allowed = async (as: { token: string }) =>
  (await app.get('/api/yolos/is-yolo-allowed', { as })).body

test('S9 the link in the mail stands under the configured origin, whatever Host was asked', async () => {
  await app.request('POST', '/api/register', {
    body: JSON.stringify({
      userName: 'Host Forger',
      email: 'forged@example.org',
      password: 'nine quick foxes',
    }),
    headers: {
      'Content-Type': 'application/json',
      Host: 'evil.test',
      'X-Forwarded-Host': 'evil.test',
      Origin: 'https://evil.test',
    },
  })
  const mail = await app.mail((text) => text.includes('forged@example.org'))
  expect(linkIn(mail)[1]).toBe('http://yolo.test')
  expect(mail).not.toContain('evil.test')
  expect(mail).toContain('Content-Type: text/plain; charset=utf-8')
  expect(mail).toContain('Content-Type: text/html; charset=utf-8')
})

test('opening the link verifies, once', async () => {
  const member = await joined()
  const token = await tokenFor(member.email)
  expect((await verify(token)).body).toMatchObject({ id: member.id, verified: true })
  expect(await allowed(member)).toEqual({
    yoloedEarlier: false,
    verified: true,
    allowed: true,
    restaurantAllowed: true,
  })
  const again = await verify(token)
  expect(again.status).toBe(400)
  expect(again.body).toEqual({ error: 'invalid_token', message: 'Invalid or expired token' })
})

test('S8 of two at once one succeeds', async () => {
  const { email } = await joined()
  const token = await tokenFor(email)
  const answers = await Promise.all([verify(token), verify(token), verify(token)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400])
})

test('S8 a token of a mail is no session, and a session’s is no token of a mail', async () => {
  const member = await joined()
  const token = await tokenFor(member.email)
  expect((await app.get('/api/yolos/is-yolo-allowed', { as: { token } })).status).toBe(401)
  expect((await verify(member.token)).status).toBe(400)
  expect((await verify(token)).status).toBe(200)
})

test('a token is of no use after three days', async () => {
  const { email } = await joined()
  const token = await tokenFor(email)
  app.clock.set(new Date(Date.now() + 3 * 86_400_000 + 60_000))
  expect((await verify(token)).status).toBe(400)
  app.clock.set(null)
})

test('S4 no token of a mail is in the database, in the outbox neither', async () => {
  const { email } = await joined()
  const token = await tokenFor(email)
  const kept = await app.database.selectFrom('mail_tokens').selectAll().execute()
  expect(kept.some((row) => row.token_hash.toString('latin1').includes(token))).toBe(false)
  const jobs = await app.database
    .selectFrom('pgboss.job' as never)
    .select('data' as never)
    .execute()
  expect(jobs.length).toBeGreaterThan(0)
  expect(JSON.stringify(jobs)).not.toContain(token)
})

test.each(['', 'x', 7, null, 'a'.repeat(43), 'a'.repeat(201)])(
  'the token %j verifies nothing',
  async (token) => {
    expect((await verify(token)).status).toBe(400)
  },
)

const sent = () =>
  app.database
    .selectFrom('pgboss.job' as never)
    .select('id' as never)
    .where('name' as never, '=', 'mail' as never)
    .orderBy('id' as never)
    .execute()

test('a second mail can be had, and either link works; a verified member gets none', async () => {
  const member = await joined()
  const first = await tokenFor(member.email)
  expect((await app.post('/api/resend-verification', {}, { as: member })).body).toEqual({
    verified: false,
  })
  await expect.poll(async () => (await tokenFor(member.email)) !== first).toBe(true)
  expect((await verify(first)).status).toBe(200)
  const before = await sent()
  expect((await app.post('/api/resend-verification', {}, { as: member })).body).toEqual({
    verified: true,
  })
  expect(await sent()).toEqual(before)
})

test('an unverified member is allowed one yolo', async () => {
  const unverified = await app.member({ verified: false })
  const other = await app.member()
  const { id: restaurant } = await food.restaurant()
  await food.item({ restaurant, category: 3, by: unverified.id })
  expect(await allowed(unverified)).toEqual({
    yoloedEarlier: true,
    verified: false,
    allowed: false,
    restaurantAllowed: false,
  })
  const forged = await app.get(`/api/yolos/is-yolo-allowed?userId=${other.id}`, { as: unverified })
  expect(forged.status).toBe(403)
})

test('the daily sweep forgets what has expired', async () => {
  const member = await joined()
  await tokenFor(member.email)
  app.clock.set(new Date(Date.now() + 31 * 86_400_000))
  await nightlyQueue(app.services).run({})
  app.clock.set(null)
  const kept = await app.database.selectFrom('sessions').select('user_id').execute()
  expect(kept).toEqual([])
  expect(await app.database.selectFrom('mail_tokens').select('user_id').execute()).toEqual([])
})
