import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { dishes } from '#platform/testing/dishes.ts'
import { mailFinder, tokenIn } from '../credentials/mails.testing.ts'

const app = await testApp()
const food = dishes(app.services)
const { mailsTo, mailTo } = mailFinder(app)
const password = 'nine quick foxes'
let count = 0
async function joined() {
  const email = `verify${++count}@example.org`
  const { body } = await app.post('/api/register', { userName: `Verify ${count}`, email, password })
  return body as { id: number; token: string; email: string; name: string }
}
const tokenFor = async (email: string) => tokenIn(await mailTo(email, 'Please verify'))
const verify = (token: unknown) => app.post('/api/verify-email', { token })
const allowed = async (as: { token: string }) =>
  (await app.get('/api/yolos/is-yolo-allowed', { as })).body

test('S9 the link in the mail stands under the configured origin, whatever Host was asked', async () => {
  await app.request('POST', '/api/register', {
    body: JSON.stringify({ userName: 'Host Forger', email: 'forged@example.org', password }),
    headers: {
      'Content-Type': 'application/json',
      Host: 'evil.test',
      'X-Forwarded-Host': 'evil.test',
      Origin: 'https://evil.test',
    },
  })
  const mail = await app.mail((text) => text.includes('forged@example.org'))
  expect(mail).toContain('http://yolo.test/verification-success?token=')
  expect(mail).not.toContain('evil.test')
})

test('S8 pressing the button verifies; a link used twice says that it was used', async () => {
  const member = await joined()
  const token = await tokenFor(member.email)
  const answers = await Promise.all([verify(token), verify(token), verify(token)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400])
  expect(answers.find(({ status }) => status === 200)!.body).toEqual({
    id: member.id,
    verified: true,
    changed: false,
    email: member.email,
  })
  expect(await allowed(member)).toMatchObject({
    yoloedEarlier: false,
    verified: true,
    allowed: true,
  })
  expect((await verify(token)).body).toEqual({
    error: 'link_used',
    message: 'This link was used already.',
  })
})

test('S8 a token of a mail is no session, and a session’s is no token of a mail', async () => {
  const member = await joined()
  const token = await tokenFor(member.email)
  expect((await app.get('/api/user', { as: { token } })).status).toBe(401)
  expect((await verify(member.token)).status).toBe(400)
  expect((await verify(token)).status).toBe(200)
})

test('a link works for 24 hours', async () => {
  const { email } = await joined()
  const token = await tokenFor(email)
  app.clock.set(new Date(Date.now() + 24 * 3_600_000 + 60_000))
  expect((await verify(token)).body).toEqual({
    error: 'invalid_token',
    message: 'Invalid or expired token',
  })
  app.clock.set(new Date(Date.now() + 23 * 3_600_000))
  expect((await verify(token)).status).toBe(200)
  app.clock.set(null)
})

test('S4 no token of a mail is in the database, in the outbox neither', async () => {
  const { email } = await joined()
  const token = await tokenFor(email)
  const rows = await app.database.selectFrom('mail_tokens').selectAll().execute()
  expect(rows.some((row) => row.token_hash.toString('latin1').includes(token))).toBe(false)
  const jobs = await app.database
    .selectFrom('pgboss.job' as never)
    .select('data' as never)
    .execute()
  expect(jobs.length).toBeGreaterThan(0)
  expect(JSON.stringify(jobs)).not.toContain(token)
})

test.each(['', 'x', 7, null, 'a'.repeat(43), 'a'.repeat(201)])(
  'the token %j verifies nothing',
  async (token) => expect((await verify(token)).status).toBe(400),
)

test('a second mail can be had, and either link works; a verified member gets none', async () => {
  const member = await joined()
  const first = await tokenFor(member.email)
  const resend = async () => (await app.post('/api/resend-verification', {}, { as: member })).body
  expect(await resend()).toEqual({ verified: false })
  const mails = () => mailsTo(member.email, 'Please verify')
  await expect.poll(async () => (await mails()).length).toBe(2)
  expect((await verify(first)).status).toBe(200)
  expect(await resend()).toEqual({ verified: true })
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
  })
  const forged = await app.get(`/api/yolos/is-yolo-allowed?userId=${other.id}`, { as: unverified })
  expect(forged.status).toBe(403)
})

test('S35 an unverified member’s vote counts from the moment of verification', async () => {
  const owner = await app.member()
  const { id: restaurant } = await food.restaurant()
  const item = await food.item({ restaurant, category: 3, by: owner.id })
  const voter = await joined()
  await app.post(`/api/items/${item.id}/upvote`, {}, { as: voter })
  const counted = async () => (await app.get(`/api/items/${item.id}`)).body.upvoteCount as number
  expect(await counted()).toBe(0)
  expect((await verify(await tokenFor(voter.email))).status).toBe(200)
  expect(await counted()).toBe(1)
})
