import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { emailTimes } from './equal-times.testing.ts'
import { mailFinder, tokenIn } from './mails.testing.ts'

const app = await testApp()
const password = 'eleven green bottles'
let count = 0
async function joined() {
  const { body } = await app.post('/api/register', {
    userName: `Forgetful ${++count} eater`,
    email: `forgetful${count}@example.org`,
    password,
  })
  return body as { id: number; token: string; email: string; name: string }
}
const alive = async (who: { token: string }) =>
  (await app.get('/api/yolos/is-yolo-allowed', { as: who })).status === 200
const logIn = (email: string, word = password) => app.post('/api/login', { email, password: word })
const { mailTo } = mailFinder(app)
/** Requests a reset and returns the mailed token, ignoring the mail with the token `before`. */
async function resetToken(email: string, before = '') {
  expect((await app.post('/api/forgot-password', { email })).status).toBe(200)
  const subject = 'Subject: Choose a new password'
  return tokenIn(
    await app.mail(
      (text) => text.includes(`To: ${email}`) && text.includes(subject) && tokenIn(text) !== before,
    ),
  )
}

test('a forgotten password: the mail’s link sets a new one and S6 ends every session', async () => {
  const member = await joined()
  const token = await resetToken(member.email)
  const next = 'twelve green bottles'
  expect((await app.post('/api/reset-password', { token, password: next })).body).toEqual({
    email: member.email,
  })
  expect(await alive(member)).toBe(false)
  expect((await logIn(member.email)).status).toBe(401)
  const { body } = await logIn(member.email, next)
  // Opening the mailed link proves that the address is theirs.
  expect(body.verified).toBe(true)
  await mailTo(member.email, 'Your password has changed')
  const again = await app.post('/api/reset-password', { token, password })
  expect(again.status).toBe(400)
  expect(again.body).toEqual({ error: 'link_used', message: 'This link was used already.' })
})

test('the e-mail may stand in the query, as old clients send it', async () => {
  const member = await joined()
  const path = `/api/forgot-password?email=${encodeURIComponent(member.email.toUpperCase())}`
  expect((await app.request('POST', path, { headers: { Authorization: '' } })).status).toBe(200)
  await mailTo(member.email, 'Choose a new password')
})

test.each([[{}], [{ email: '' }], [{ email: '   ' }]])('without an e-mail: %j', async (input) => {
  const { status, body } = await app.post('/api/forgot-password', input)
  expect(status).toBe(400)
  expect(body.fields.email).toBe('Email is required')
})

test.each([
  ['bare', (token: string) => token],
  ['after Bearer', (token: string) => `Bearer ${token}`],
])('the old form of the call: token %s in the header', async (_, header) => {
  const member = await joined()
  const token = await resetToken(member.email)
  const next = 'a b/c%?d ünlike & nice'
  const answer = await app.request('POST', `/api/reset-password/${encodeURIComponent(next)}`, {
    headers: { Authorization: header(token) },
  })
  expect(answer.status).toBe(200)
  expect((await logIn(member.email, next)).status).toBe(200)
})

test('S8 a reset token is used once, of two at once too, and dies after an hour', async () => {
  const { email } = await joined()
  const token = await resetToken(email)
  const tries = await Promise.all(
    ['first brown fox', 'second brown fox'].map((word) =>
      app.post('/api/reset-password', { token, password: word }),
    ),
  )
  expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400])
  const late = await resetToken(email, token)
  app.clock.set(new Date(Date.now() + 61 * 60_000))
  const over = await app.post('/api/reset-password', { token: late, password })
  expect(over.body).toEqual({ error: 'invalid_token', message: 'Invalid or expired token' })
  app.clock.set(null)
})

test('S8 a reset token is no session, and neither session nor verify token resets', async () => {
  const member = await joined()
  const verify = tokenIn(await mailTo(member.email, 'Please verify your e-mail'))
  const token = await resetToken(member.email)
  expect(await alive({ token })).toBe(false)
  for (const wrong of [verify, member.token, 'x'.repeat(43)])
    expect((await app.post('/api/reset-password', { token: wrong, password })).status).toBe(400)
  expect((await app.post('/api/verify-email', { token })).status).toBe(400)
})

test('S7 forgot-password says the same, and takes as long, for an unknown e-mail', async () => {
  const { email } = await joined()
  const ask = (address: string) => app.post('/api/forgot-password', { email: address })
  const [known, unknown] = [await ask(email), await ask('nobody@example.org')]
  expect(known.status).toBe(200)
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  // Both do the same work, a row in the outbox. credentials.long.ts measures more, with a stricter limit.
  expect(await emailTimes(app, email).forgot({ limit: 0.25, pairs: 40 })).toBeLessThan(0.25)
}, 120_000)

test.each([
  ['no token', {}, 400],
  ['a wrong token', { Authorization: 'Bearer nope' }, 400],
])('S32 the old form with %s echoes nothing of the path', async (_, headers, status) => {
  const secret = 'planted-secret-in-path'
  const answers = [
    await app.request('POST', `/api/reset-password/${secret}`, { headers }),
    await app.request('POST', `/api/reset-password/${secret}/more`, { headers }),
    await app.request('GET', `/api/reset-password/${secret}`, { headers }),
    await app.request('POST', `/api/reset-password/${secret.repeat(12)}`, { headers }),
    await app.request('POST', `/api/reset-password/${secret}%zz`, { headers }),
    await app.request('POST', `/api/reset-password/${secret}${'x'.repeat(20_000)}`, { headers }),
    await app.request('POST', `/api/reset-password/${secret}`, {
      headers: { ...headers, 'Content-Type': 'text/plain' },
      body: 'x',
    }),
  ]
  expect(answers[0]!.status).toBe(status)
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('planted')
    expect(JSON.stringify([...answer.headers])).not.toContain('planted')
  }
})

test('S6 changing the password asks for the old one, ends the other sessions and writes a mail', async () => {
  const member = await joined()
  const { body: other } = await logIn(member.email)
  const put = (current: unknown, next: unknown) =>
    app.put('/api/user/password', { current, password: next }, { as: member })
  const wrong = await put('not this one', 'thirteen blue cups')
  expect(wrong.status).toBe(403)
  expect(wrong.body).toMatchObject({
    error: 'wrong_password',
    fields: { current: expect.any(String) },
  })
  expect((await put(password, 'password')).status).toBe(400)
  expect((await put(password, 'thirteen blue cups')).status).toBe(200)
  expect(await alive(member)).toBe(true)
  expect(await alive(other)).toBe(false)
  expect((await logIn(member.email, 'thirteen blue cups')).status).toBe(200)
  await mailTo(member.email, 'Your password has changed')
})
