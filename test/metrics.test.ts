import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cacheUsage, megabytesToBytes } from '#platform/server/cache.ts'
import { registerGauge } from '#platform/server/metrics/gauges.ts'
import { testApp } from '#platform/testing/app.ts'

const metricsToken = 'sixteen-characters-or-more'
const as = { token: metricsToken }

it('metrics answer to their own bearer alone, and without the setting there are none', async () => {
  const app = await testApp({ settings: { metricsToken } })
  for (const who of [{}, { as: { token: 'another-token-of-length' } }, { as: await app.member() }])
    expect((await app.get('/api/metrics', who)).status).toBe(401)
  expect((await app.get(`/api/metrics?token=${metricsToken}`)).status).toBe(401)
  const { status, headers } = await app.get('/api/metrics', { as })
  expect([status, headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
  ])
  const without = await testApp({ beside: app })
  expect((await without.get('/api/metrics', { as })).status).toBe(404)
})

it('metrics count requests by method, route pattern and status, and tell pools, caches and queues', async () => {
  const app = await testApp({ settings: { metricsToken } })
  await app.get('/api/yolos?category=3')
  await app.get('/api/yolos?category=3&latitude=1&longitude=1')
  await app.get('/api/users/987654')
  await app.get('/zebra-quux')
  await expect
    .poll(async () => (await app.get('/api/metrics', { as })).text)
    .toMatch(/^http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1$/m)
  const { text } = await app.get('/api/metrics', { as })
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/yolos",status="200"\} 2$/m,
  )
  expect(text).toMatch(/_count\{method="GET",route="\/api\/users\/:id",status="404"\} 1$/m)
  const labels = text.replaceAll(/ \S+$/gm, '')
  expect(labels).not.toMatch(/zebra|987654/)
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(text).toMatch(/^database_connections\{pool="primary",state="idle"\} \d+$/m)
  expect(text).toMatch(/^database_connections\{pool="listing",state="busy"\} \d+$/m)
  expect(text).toMatch(/^queue_jobs\{queue="mail",state="created"\} 0$/m)
  expect(text).toMatch(/^database_connections\{pool="ranking",state="waiting"\} 0$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
  expect(text).toMatch(/^photo_encoder_inside 0$/m)
  expect(text).toMatch(/^event_streams 0$/m)
})

it('metrics count the mails that were sent, by kind', async () => {
  const app = await testApp({ settings: { metricsToken } })
  const sent = async () => {
    const { text } = await app.get('/api/metrics', { as })
    return Number(/^mails_total\{kind="verify",result="sent"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await sent()
  const joiner = { userName: 'Ada Post', email: 'ada@example.org', password: 'nine quick foxes' }
  expect((await app.post('/api/register', joiner)).status).toBe(200)
  await expect.poll(sent).toBe(before + 1)
})

it('metrics count what is refused before its route is known, by code, and its answer has a number', async () => {
  const app = await testApp({ settings: { metricsToken } })
  const answerTo = async (request: string) => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    socket.end(request)
    return text(socket)
  }
  const chunked = 'POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await answerTo(chunked)).toMatch(/^HTTP\/1.1 411 .*^X-Request-Id: [\w-]{14}\r$/ms)
  expect(await answerTo('GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(await answerTo('zebra-quux\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  const { text: figures } = await app.get('/api/metrics', { as })
  expect(figures).toMatch(/^http_requests_refused_total\{code="length_required"\} 1$/m)
  expect(figures).toMatch(/^http_requests_refused_total\{code="bad_input"\} 2$/m)
})

it('metrics tell jobs that were given up and streams that are open', async () => {
  const app = await testApp({ settings: { metricsToken } })
  await sql`insert into pgboss.job (name, state) values ('mail', 'failed')`.execute(app.database)
  const member = await app.member()
  const leaving = new AbortController()
  await fetch(`${app.origin}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: leaving.signal,
  })
  await expect
    .poll(async () => (await app.get('/api/metrics', { as })).text)
    .toMatch(/^event_streams 1$/m)
  expect((await app.get('/api/metrics', { as })).text).toMatch(
    /^queue_jobs\{queue="mail",state="failed"\} 1$/m,
  )
  leaving.abort()
})

it('a figure that can’t be read, or not in time, is left out, and is no zero', async () => {
  let breaks = false
  registerGauge('sometimes_unreadable', 'Of this test.', () => {
    if (breaks) throw new Error('It can’t be read now.')
    return 7
  })
  const app = await testApp({ settings: { metricsToken } })
  const figures = async () => (await app.get('/api/metrics', { as })).text
  expect(await figures()).toMatch(/^sometimes_unreadable 7$/m)
  breaks = true
  expect(await figures()).not.toMatch(/^sometimes_unreadable \d/m)
  breaks = false
  const late = Promise.withResolvers<number>()
  registerGauge('late', 'Of this test.', () => late.promise)
  expect(await figures()).not.toMatch(/^late \d/m)
  late.resolve(7)
  expect(await figures()).toMatch(/^sometimes_unreadable 7$/m)
})

it('all caches of a process together may take 140 MiB', async () => {
  await testApp({ pages: true })
  const caches = cacheUsage()
  expect(caches.map(([name]) => name)).toEqual(
    expect.arrayContaining(['pages', 'initials', 'static-maps']),
  )
  const all = caches.reduce((sum, [, { maxBytes }]) => sum + maxBytes, 0)
  expect(all).toBeLessThanOrEqual(megabytesToBytes(140))
})
