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
  beside: free,
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

test('S10 the reset holds for every process, those that have refused the account too', async () => {
  const second = await testApp({
    rateLimits: true,
    beside: free,
    settings: { trustProxy: ['127.0.0.1'] },
  })
  const { email } = (await app.post('/api/register', newcomer(), anywhere())).body
  const logIn = (via: typeof app, word: string) =>
    via.post('/api/login', { email, password: word }, anywhere())
  expect(await statuses(26, () => logIn(app, 'not that one'))).toEqual([...times(25, 401), 429])
  expect((await logIn(second, password)).status).toBe(429)
  await app.services.limits.reset('login-account', { email })
  expect((await logIn(second, password)).status).toBe(200)
  await second.close()
})

test(
  'S10 keys of different kinds never meet: what a stranger types empties no member’s budget',
  { tags: 'long' },
  async () => {
    await windowsEnd()
    const { body: member } = await app.post('/api/register', newcomer(), anywhere())
    const { id } = member
    const typed = [
      `member-${id}`,
      `member:${id}`,
      `${id}`,
      `ip:198.51.100.7`,
      `login-account:${id}`,
    ]
    for (const email of typed)
      expect(
        await statuses(26, () => app.post('/api/login', { email, password }, anywhere())),
      ).toEqual([...times(25, 401), 429])
    const as = { as: member, ...anywhere() }
    const next = 'eighteen dry cats'
    expect((await app.put('/api/user/password', { current: 'x', password: next }, as)).status).toBe(
      403,
    )
    expect((await app.delete('/api/user', { password: 'x' }, as)).status).toBe(403)
    expect(
      (await app.put('/api/user/password', { current: password, password: next }, as)).status,
    ).toBe(200)
    expect((await app.post('/api/resend-verification', {}, as)).status).toBe(200)
    // Every key begins with its kind, and none contains an e-mail address.
    const rows = await free.database.selectFrom('rate_limits').select('key').execute()
    expect(rows.length).toBeGreaterThan(5)
    for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:(ip|prefix|member|email):[\w:./-]+$/)
    expect(rows.map(({ key }) => key).join(' ')).not.toContain('@')
  },
)

test('S10 an address of any length has its budget', async () => {
  const email = `${'l'.repeat(64)}@${'d'.repeat(180)}.org`
  expect((await app.post('/api/login', { email, password }, anywhere())).status).toBe(401)
  expect((await app.post('/api/forgot-password', { email }, anywhere())).status).toBe(200)
})

test('S10 forgotten password: 3 a minute and 6 an hour from an address, 5 in 30 minutes for an e-mail', async () => {
  await windowsEnd()
  const ip = anywhere()
  const ask = (n: number) => app.post('/api/forgot-password', { email: `c${n}@example.org` }, ip)
  expect(await statuses(4, ask)).toEqual([200, 200, 200, 429])
  const same = () => app.post('/api/forgot-password', { email: 'd@example.org' }, anywhere())
  expect(await statuses(6, same)).toEqual([...times(5, 200), 429])
})

test('S10 joining: 5 in 30 minutes and address', async () => {
  const ip = anywhere()
  const ask = () => app.post('/api/register', newcomer(), ip)
  expect(await statuses(6, ask)).toEqual([...times(5, 200), 429])
  await windowsEnd()
})

test('S10 a form filled in wrongly is no attempt at joining, logging in or a new password', async () => {
  await windowsEnd()
  const ip = anywhere()
  const { userName, email } = newcomer()
  const wrongly: Array<[string, object]> = [
    ['/api/register', { userName, email, password: 'short' }],
    ['/api/register', { userName, email, password: userName }],
    ['/api/register', { userName, email: 'no address', password }],
    ['/api/login', { email }],
    ['/api/forgot-password', { email: 7 }],
  ]
  for (const [path, body] of wrongly)
    expect(await statuses(8, () => app.post(path, body, ip))).toEqual(times(8, 400))
  expect(await statuses(6, () => app.post('/api/register', newcomer(), ip))).toEqual([
    ...times(5, 200),
    429,
  ])
  // The budget is used up, so the 429 comes before the form is validated and spends nothing.
  const [path, body] = wrongly[0]!
  const { status, headers } = await app.post(path, body, ip)
  expect([status, Number(headers.get('retry-after')) > 29 * 60]).toEqual([429, true])
  // Requests that don't count against the strict budgets use the budget of all writes.
  expect(new Set(await statuses(300, () => app.post('/api/login', { email }, ip)))).toContain(429)
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
    beside: free,
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

test('S11 all networks of an IPv6 /48 have ten times the budget of one', async () => {
  await windowsEnd()
  const of = (prefix: string) => (n: number) =>
    app.post('/api/register', newcomer(), from(`2001:db8:${prefix}:${n % 11}::1`))
  expect(await statuses(51, of('9'))).toEqual([...times(50, 200), 429])
  expect((await of('a')(0)).status).toBe(200)
  await windowsEnd()
})

test('S11 X-Forwarded-For counts only behind the configured proxy', async () => {
  await windowsEnd()
  const bare = await testApp({ rateLimits: true, beside: free })
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
  await opened.services.listing.destroy()
  await broken.services.database.destroy()
  await broken.services.listing.destroy()
  expect(answers.map(({ status }) => status)).toEqual([
    401, 200, 400, 400, 404, 200, 404, 400, 500, 500,
  ])
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('')).not.toContain(secret)
  for (const { text } of answers) expect(text).not.toContain(secret)
}, 30_000)

test('S3 S7 more log-ins than a network’s places are a 503 at once, for known and unknown e-mails', async () => {
  const busy = await testApp({ settings: { trustProxy: ['127.0.0.1'] }, beside: app })
  const email = 'in-the-queue@example.org'
  await busy.post('/api/register', { userName: 'Queue eater', email, password })
  const logIn = (address: string, who: string, word = 'wrong wrong wrong') =>
    busy.post('/api/login', { email: who, password: word }, from(address))
  const flood = Array.from({ length: 120 }, (_, n) =>
    logIn('203.0.113.7', n % 2 === 0 ? email : `nobody${n}@example.org`),
  )
  // There are places left for others, and a refused log-in doesn't count as a try for the account.
  const others = await Promise.all([
    logIn('203.0.113.8', email, password),
    logIn('203.0.113.9', 'nobody@example.org'),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 401])
  const answers = await Promise.all(flood)
  for (const rest of [0, 1]) {
    const some = answers.filter((_, n) => n % 2 === rest)
    expect(new Set(some.map(({ status }) => status))).toContain(503)
  }
  const refused = answers.find(({ status }) => status === 503)!
  expect(refused.headers.get('retry-after')).toBe('2')
  await busy.close()
})
