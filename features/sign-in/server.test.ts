import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { emailTimes } from '#features/accounts/credentials/equal-times.testing.ts'
import { listsDuringBurst } from '#features/accounts/credentials/burst.testing.ts'

const app = await testApp()
const password = 'seven brown bears'
let count = 0
async function joined() {
  const { body } = await app.post('/api/register', {
    userName: `Session ${++count} eater`,
    email: `session${count}@example.org`,
    password,
  })
  return body as { id: number; token: string; email: string; expires: string }
}
const alive = async (who: { token: string }) =>
  (await app.get('/api/yolos/is-yolo-allowed', { as: who })).status === 200
const hours = (n: number) => n * 3_600_000

test('logging in answers a session; the e-mail in any case, and as it was copied', async () => {
  const { id, email } = await joined()
  const { status, body } = await app.post('/api/login', {
    email: ` \u202a${email.toUpperCase()}\u200e`,
    password,
    referer: 'x',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    name: expect.any(String),
    email,
    token: expect.stringMatching(/^[\w-]{43}$/),
    expires: expect.any(String),
    verified: false,
  })
  expect(await alive(body)).toBe(true)
})

test('who joined with an international domain comes back with it, in any of its forms', async () => {
  const typed = 'Jo@Bücher.example'
  const joining = { userName: 'Jo of the books', email: typed, password }
  const { body: member } = await app.post('/api/register', joining)
  expect(member.email).toBe('Jo@xn--bcher-kva.example')
  for (const email of [typed, ` ${member.email.toUpperCase()}`, 'jo@ｂüｃｈｅｒ.EXAMPLE'])
    expect((await app.post('/api/login', { email, password })).body.id).toBe(member.id)
  const place = {
    userEmail: typed,
    latitude: 44.98,
    longitude: -93.27,
    name: 'Minneapolis, MN, US',
  }
  expect((await app.post('/api/save-location', place, { as: member })).status).toBe(200)
  expect((await app.post('/api/forgot-password', { email: typed })).status).toBe(200)
  const mail = await app.mail((text) => text.includes('Subject: Choose a new password'))
  expect(mail).toContain(`To: ${member.email}`)
})

test('S4 the database holds no token, only its hash', async () => {
  const { token } = await joined()
  const rows = await app.database.selectFrom('sessions').selectAll().execute()
  const dump = rows
    .map((row) => row.token_hash.toString('latin1') + row.token_hash.toString('base64url'))
    .join()
  expect(dump).not.toContain(token)
  expect(rows.every((row) => row.token_hash.length === 32)).toBe(true)
})

test('S5 a session ends after 14 idle days and after 30 in all', async () => {
  const start = Date.now()
  const at = (ms: number) => app.clock.set(new Date(start + ms))
  at(0)
  const idle = await joined()
  const used = await joined()
  at(hours(24 * 13))
  expect(await alive(used)).toBe(true)
  at(hours(24 * 14 + 1))
  expect(await alive(idle)).toBe(false)
  expect(await alive(used)).toBe(true)
  at(hours(24 * 27))
  expect(await alive(used)).toBe(true)
  at(hours(24 * 30 + 1))
  expect(await alive(used)).toBe(false)
  app.clock.set(null)
})

test('S6 logging out ends the session in hand and no other', async () => {
  const one = await joined()
  const { body: other } = await app.post('/api/login', { email: one.email, password })
  expect((await app.post('/api/logout', {}, { as: one })).status).toBe(200)
  expect(await alive(one)).toBe(false)
  expect(await alive(other)).toBe(true)
  expect((await app.post('/api/logout', {}, { as: one })).status).toBe(401)
})

test('S7 a wrong password, an unknown e-mail and what is no e-mail are told alike', async () => {
  const { email } = await joined()
  const tries = [
    { email, password: 'wrong wrong wrong' },
    { email: 'nobody@example.org', password },
    { email: 'not an address', password },
  ]
  const answers = await Promise.all(tries.map((one) => app.post('/api/login', one)))
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect(body).toEqual({ error: 'wrong_login', message: 'Wrong e-mail or password.' })
  }
})

// A short measurement; the long one in credentials.long.ts allows only 10 %.
test('S7 a known and an unknown e-mail take the same time', async () => {
  const { email } = await joined()
  expect(await emailTimes(app, email).login({ limit: 0.25, pairs: 24 })).toBeLessThan(0.25)
}, 120_000)

test('S3 a reader gets list after list while 50 log in', async () => {
  const { statuses, times } = await listsDuringBurst(app, 50)
  expect(new Set(statuses)).toEqual(new Set([401]))
  // On a quiet machine there are sixty and more, and one or two if lists wait for the log-ins.
  expect(times.length).toBeGreaterThan(8)
})

test('S3 two passwords are hashed and a hundred wait; further log-ins get 503', async () => {
  const { statuses } = await listsDuringBurst(app, 130)
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(102)
})

test('S10 S11 the seventh log-in of a minute is a 429 that tells when', async () => {
  const limited = await testApp({ rateLimits: true, sharing: app })
  const statuses = []
  for (let n = 0; n < 7; n++) {
    const answer = await limited.post('/api/login', { email: 'nobody@example.org', password })
    statuses.push(answer.status)
    if (n === 6) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('ratelimit-remaining')).toBe('0')
      expect(answer.body.error).toBe('too_many')
    }
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
  await limited.close()
})

test('S17 only the bearer header lets in: no cookie, no query, no other scheme', async () => {
  const { token } = await joined()
  const path = '/api/yolos/is-yolo-allowed'
  expect(
    (await app.get(path, { headers: { Cookie: `token=${token}; session=${token}` } })).status,
  ).toBe(401)
  expect((await app.get(`${path}?token=${token}&access_token=${token}`)).status).toBe(401)
  expect((await app.get(path, { headers: { Authorization: token } })).status).toBe(401)
  expect((await app.get(path, { headers: { Authorization: `Basic ${token}` } })).status).toBe(401)
  expect((await app.get(path, { headers: { Authorization: `Bearer ${token}x` } })).status).toBe(401)
})

test.each(['/api/login', '/api/register', '/api/verify-email'])(
  'S17 %s takes JSON only and sets no cookie',
  async (path) => {
    const text = await app.request('POST', path, {
      body: '{"email":"a"}',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(text.status).toBe(415)
    const form = await app.request('POST', path, {
      body: 'email=a',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.test' },
    })
    expect(form.status).toBe(415)
    const broken = await app.request('POST', path, {
      body: '{"email":',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(broken.status).toBe(400)
    for (const answer of [text, form, broken]) {
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  },
)
