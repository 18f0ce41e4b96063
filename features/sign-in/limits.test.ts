import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { connectServices } from '#app/services.ts'
import { client } from '#platform/testing/client.ts'
import { testApp } from '#platform/testing/app.ts'

const free = await testApp()
const app = await testApp({
  rateLimits: true,
  sharing: free,
  settings: { trustProxy: ['127.0.0.1'] },
})
const password = 'seventeen wet dogs'

/** Sends a request as if from this address, because the test's own address is configured as a proxy. */
const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } })
let last = 1
const anywhere = () => from(`198.51.100.${++last}`)
let count = 0
const newcomer = () => ({
  userName: `Limited ${++count} eater`,
  email: `limited${count}@example.org`,
  password,
})
const statuses = async (n: number, ask: (n: number) => Promise<{ status: number }>) => {
  const all = []
  for (let at = 0; at < n; at++) all.push((await ask(at)).status)
  return all
}
const times = (n: number, status: number) => Array<number>(n).fill(status)
/** Resets all budgets, as the end of their windows would. */
const windowsEnd = () => free.database.deleteFrom('rate_limits').execute()

test('S10 log-in: 6 a minute and address, for the minute', async () => {
  const ip = anywhere()
  const ask = (n: number) => app.post('/api/login', { email: `a${n}@example.org`, password }, ip)
  expect(await statuses(7, ask)).toEqual([...times(6, 401), 429])
  expect(
    (await app.post('/api/login', { email: 'b@example.org', password }, anywhere())).status,
  ).toBe(401)
  const row = free.database
    .selectFrom('rate_limits')
    .select(['key', 'expire'])
    .where('key', 'like', 'login:%')
  const expires = (await row.execute()).map(({ expire }) => Number(expire))
  expect(Math.max(...expires) - Date.now()).toBeLessThanOrEqual(60_000)
})

test('S10 log-in: 25 an hour and account, from wherever, known or not', async () => {
  const { email } = newcomer()
  const ask = () => app.post('/api/login', { email, password }, anywhere())
  expect(await statuses(26, ask)).toEqual([...times(25, 401), 429])
  const other = () => app.post('/api/login', { email: email.toUpperCase(), password }, anywhere())
  expect((await other()).status).toBe(429)
})

test('S10 a member who resets the password by mail gets in, however many wrong ones a stranger typed', async () => {
  await windowsEnd()
  const joining = newcomer()
  await app.post('/api/register', joining, anywhere())
  const { email } = joining
  const wrong = () => app.post('/api/login', { email, password: 'not that one' }, anywhere())
  expect(await statuses(26, wrong)).toEqual([...times(25, 401), 429])
  await app.post('/api/forgot-password', { email }, anywhere())
  const mail = await free.mail(
    (text) => text.includes(`To: ${email}`) && text.includes('Choose a new password'),
  )
  const token = /\?token=([\w-]+)/.exec(mail)![1]!
  const next = 'eighteen dry cats'
  expect(
    (await app.post('/api/reset-password', { token, password: next }, anywhere())).status,
  ).toBe(200)
  expect((await app.post('/api/login', { email, password: next }, anywhere())).status).toBe(200)
  // A correct password restores the budget, so that only consecutive wrong ones count.
  expect(await statuses(24, wrong)).toEqual(times(24, 401))
  expect((await app.post('/api/login', { email, password: next }, anywhere())).status).toBe(200)
  expect((await wrong()).status).toBe(401)
})

test('S10 an address of any length has its budget', async () => {
  const email = `${'l'.repeat(64)}@${'d'.repeat(180)}.org`
  expect((await app.post('/api/login', { email, password }, anywhere())).status).toBe(401)
  expect((await app.post('/api/forgot-password', { email }, anywhere())).status).toBe(200)
})

test('S10 forgotten password: 5 in 30 minutes from an address, and for an e-mail', async () => {
  await windowsEnd()
  const ip = anywhere()
  const ask = (n: number) => app.post('/api/forgot-password', { email: `c${n}@example.org` }, ip)
  expect(await statuses(6, ask)).toEqual([...times(5, 200), 429])
  const same = () => app.post('/api/forgot-password', { email: 'd@example.org' }, anywhere())
  expect(await statuses(6, same)).toEqual([...times(5, 200), 429])
})

test('S10 joining: 5 in 30 minutes and address', async () => {
  const ip = anywhere()
  const ask = () => app.post('/api/register', newcomer(), ip)
  expect(await statuses(6, ask)).toEqual([...times(5, 200), 429])
  await windowsEnd()
})

test('S11 a 429 says when to come back, in numbers', async () => {
  const ip = anywhere()
  const ask = () => app.post('/api/register', newcomer(), ip)
  const first = await ask()
  expect(first.headers.get('ratelimit-limit')).toBe('5')
  expect(first.headers.get('ratelimit-remaining')).toBe('4')
  await statuses(4, ask)
  const { status, headers, body } = await ask()
  expect(status).toBe(429)
  expect(headers.get('ratelimit-remaining')).toBe('0')
  const wait = Number(headers.get('retry-after'))
  expect(wait).toBeGreaterThan(29 * 60)
  expect(wait).toBeLessThanOrEqual(30 * 60)
  expect(body).toEqual({ error: 'too_many', message: expect.any(String), retryAfter: wait })
})

test('S11 twelve at once at the edge: six pass', async () => {
  const ip = anywhere()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      app.post('/api/login', { email: `e${n}@example.org`, password }, ip),
    ),
  )
  const all = answers.map(({ status }) => status).sort((a, b) => a - b)
  expect(all).toEqual([...times(6, 401), ...times(6, 429)])
})

test('S11 the limit outlives a restart, and holds for a second process', async () => {
  const ip = anywhere()
  const ask = (via: typeof app) => via.post('/api/login', { email: 'f@example.org', password }, ip)
  expect(await statuses(6, () => ask(app))).toEqual(times(6, 401))
  const restarted = await testApp({
    rateLimits: true,
    sharing: free,
    settings: { trustProxy: ['127.0.0.1'] },
  })
  expect((await ask(restarted)).status).toBe(429)
  await restarted.close()
})

test('S11 IPv6 counts by /64', async () => {
  const ask = (n: number) =>
    app.post('/api/login', { email: `g${n}@example.org`, password }, from(`2001:db8:1:2::${n + 1}`))
  expect(await statuses(7, ask)).toEqual([...times(6, 401), 429])
  expect(
    (await app.post('/api/login', { email: 'h@example.org', password }, from('2001:db8:1:3::1')))
      .status,
  ).toBe(401)
})

test('S11 X-Forwarded-For counts only behind the configured proxy', async () => {
  await windowsEnd()
  const bare = await testApp({ rateLimits: true, sharing: free })
  const ask = (n: number) =>
    bare.post('/api/login', { email: `i${n}@example.org`, password }, anywhere())
  expect(await statuses(7, ask)).toEqual([...times(6, 401), 429])
  await bare.close()
})

test('S33 no password, token, e-mail or path is in the log, whatever goes wrong', async () => {
  const lines: string[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const log = pino({ level: 'trace' }, stream)
  const opened = connectServices(free.databaseUrl, free.services.settings, log, async () => {})
  await opened.services.jobs.start([])
  const { server } = await createApp(opened.services)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as { port: number }
  const speak = client(`http://127.0.0.1:${port}`)
  // This process enqueues mails, and the other one sends them.
  const secret = 'planted-secret'
  const auth = { Authorization: `Bearer ${secret}` }
  const answers = [
    await speak.post('/api/login', { email: `${secret}@example.org`, password: secret }),
    await speak.post('/api/register', { ...newcomer(), password: `${secret} of mine` }),
    await speak.post('/api/reset-password', { token: secret, password: secret }),
    await speak.request('POST', `/api/reset-password/${secret}`, { headers: auth }),
    await speak.request('POST', `/api/reset-password/${secret}/x?y=${secret}`, { headers: auth }),
    await speak.request('POST', `/api/forgot-password?email=${secret}@example.org`),
    await speak.get(`/api/verify-email?token=${secret}`, { headers: auth }),
    await speak.request('POST', '/api/login', {
      body: `{"password":"${secret}`,
      headers: { 'Content-Type': 'application/json' },
    }),
  ]
  await server.close()
  await opened.services.jobs.stop()
  // The errors of a broken database have texts of their own, which are checked too.
  const broken = connectServices(
    free.databaseUrl.replace(/\/[^/]*$/, '/not_there'),
    free.services.settings,
    log,
    async () => {},
  )
  const second = await createApp(broken.services)
  await second.server.listen({ port: 0, host: '127.0.0.1' })
  const there = second.server.server.address() as { port: number }
  const failing = client(`http://127.0.0.1:${there.port}`)
  answers.push(
    await failing.post('/api/login', { email: `${secret}@example.org`, password: secret }),
    await failing.request('POST', `/api/reset-password/${secret}`, { headers: auth }),
  )
  await second.server.close()
  await opened.services.database.destroy()
  await broken.services.database.destroy()
  expect(answers.map(({ status }) => status)).toEqual([
    401, 200, 400, 400, 404, 200, 404, 400, 500, 500,
  ])
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('')).not.toContain(secret)
  for (const { text } of answers) expect(text).not.toContain(secret)
}, 30_000)
