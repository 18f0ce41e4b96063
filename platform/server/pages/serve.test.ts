import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cachedPages } from './cache.ts'
import { servePages } from './serve.ts'
import { readSettings } from '../settings.ts'
import { valueInTime } from '#platform/testing/settled.ts'
import { until } from '#platform/testing/until.ts'

let folder: string
const errors: unknown[] = []
const server = Fastify({ trustProxy: '127.0.0.1' })

// A fake build with a few pages. Rendering /home calls the API as the real build does.
const ssr = `
// A request that nothing holds is garbage-collected, and then never aborted.
const slow = []
export async function render(request, api, assets, site, turn) {
  const { pathname, search } = new URL(request.url)
  if (pathname === '/') return { status: 302, html: '', redirect: '/home' + search }
  if (pathname === '/in-turn') {
    await api('GET /yolos', { search })
    await turn()
    await api('drawn', { search })
    return { status: 200, html: search }
  }
  if (pathname === '/throws') throw new Error('internal detail')
  if (pathname === '/slow') {
    slow.push(request)
    return new Promise((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)))
  }
  if (pathname === '/broken') return { status: 500, html: '<p>sorry</p>', error: new Error('why') }
  if (pathname !== '/home') return { status: 404, html: '<p>nothing</p>' }
  return { status: 200, html: '<html>' + assets.style + await api('GET /yolos', { search }) +
    site.distanceUnit + '</html>' }
}`
const known = `
export function addressOf(asked) {
  const [pathname, query = ''] = asked.split('?')
  const known = new URLSearchParams(query).get('known')
  return { path: pathname + (known ? '?known=' + known : '') }
}`
const manifest = {
  'app/web.tsx': { file: 'assets/web-1.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-2.js' },
  'style.css': { file: 'assets/style-4.css' },
}

let calls = 0
let shown = 'first'
/** Rendering waits until this many requests have arrived. */
let crowd = 0
let spent = 0
/** What was drawn or answered, in this order. */
const done: string[] = []
let gate = Promise.resolve()
let origin = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yolo pages '))
  await mkdir(join(folder, 'ssr'))
  await mkdir(join(folder, 'client', 'assets'), { recursive: true })
  await mkdir(join(folder, 'client', '.vite'))
  await writeFile(join(folder, 'ssr', 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'ssr', 'ssr.js'), ssr + known)
  await writeFile(join(folder, 'client', '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'client', 'assets', 'web-1.js'), 'plain')
  await writeFile(join(folder, 'client', 'assets', 'web-1.js.br'), 'squeezed')
  await writeFile(join(folder, 'client', 'icon.svg'), '<svg/>')
  server.setErrorHandler(
    (error: Error & { status?: number; statusCode?: number }, _request, reply) =>
      reply.code(error.status ?? error.statusCode ?? 500).send({ error: error.message }),
  )
  await servePages(server, {
    settings: readSettings({ ORIGIN: 'http://yolo.test', DEMO: '0' }),
    asVisitor:
      () =>
      async (route, input): Promise<never> => {
        if ((route as string) === 'drawn')
          return done.push((input as { search: string }).search) as never
        await gate
        calls++
        await until(() => spent >= crowd, 'The crowd did not come.')
        return shown as never
      },
    spend: async () => {
      spent++
      return { 'RateLimit-Remaining': '2999' }
    },
    log: { error: (fact: { err: unknown }) => void errors.push(fact.err) } as never,
    dist: pathToFileURL(`${folder}/`),
    patience: 500,
  })
  server.get('/api/health/live', async () => done.push('live'))
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers = {}) => server.inject({ url, headers })

test('a page links to the sheet, the theme and the entry of the build, nothing else', async () => {
  const { body, headers, statusCode } = await get('/home')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toBe(
    '<html><link rel="stylesheet" href="/assets/style-4.css"><script src="/assets/early-3.js"></script>' +
      '<script type="module" src="/assets/web-1.js"></script>' +
      '<link rel="modulepreload" href="/assets/shared-2.js">firstmi</html>',
  )
})

test('many askers of one address cost one drawing, and each address has its own', async () => {
  ;[calls, spent, crowd] = [0, 0, 20]
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/home?known=crowd')))
  crowd = 0
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(calls).toBe(1)
  await get('/home?known=other')
  expect(calls).toBe(2)
})

test('readers of miles and of kilometers each get their own drawing of an address', async () => {
  calls = 0
  const read = async (language: string) =>
    (await get('/home?known=unit', { 'accept-language': language })).body.slice(-9, -7)
  expect([await read('de-DE,en;q=0.8'), await read('en-US'), await read('fr')]).toEqual([
    'km',
    'mi',
    'km',
  ])
  expect(calls).toBe(2)
})

test('a key that the page does not know draws nothing again, and cannot be cached', async () => {
  // No other test requests this page, so its cache entry is new and doesn't expire during the test.
  await get('/home?known=own')
  calls = 0
  for (const unseen of ['x=1', 'y=2', 'known=own&z=3']) await get(`/home?known=own&${unseen}`)
  expect(calls).toBe(0)
})

test('a page is packed as the asker takes it, and answered with 304 while it is the same', async () => {
  const plain = await get('/home?packed')
  const br = await get('/home?packed', { 'accept-encoding': 'gzip, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  const gz = await get('/home?packed', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gz.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
  const liked = await get('/home?packed', { 'accept-encoding': 'GZIP, br;q=0.5' })
  expect(liked.headers['content-encoding']).toBe('gzip')
  expect(plain.headers.vary).toBe('Accept-Encoding, Accept-Language')
  const again = await get('/home?packed', { 'if-none-match': plain.headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('HEAD answers as GET does, without the page', async () => {
  const { statusCode, headers, body } = await server.inject({ method: 'HEAD', url: '/home' })
  expect([statusCode, body]).toEqual([200, ''])
  expect(Number(headers['content-length'])).toBeGreaterThan(100)
})

test('the root leads to /home with its query', async () => {
  const { statusCode, headers } = await get('/?known=12')
  expect([statusCode, headers.location]).toEqual([302, '/home?known=12'])
})

test('what is not there says so: a page as a page, a call as JSON', async () => {
  const page = await get('/nothing')
  expect([page.statusCode, page.body]).toEqual([404, '<p>nothing</p>'])
  const call = await get('/api/nothing')
  expect([call.statusCode, call.json().error]).toEqual([404, 'There is nothing here.'])
  expect((await get('//evil.example/home')).statusCode).toBe(404)
  expect((await get(`/${'long/'.repeat(600)}`)).statusCode).toBe(404)
})

test('S32 a fault is logged and told without its text', async () => {
  errors.length = 0
  const thrown = await get('/throws')
  expect(thrown.statusCode).toBe(500)
  expect(thrown.body).toContain('Try again')
  expect(thrown.body).not.toContain('internal')
  const broken = await get('/broken')
  expect([broken.statusCode, broken.headers['cache-control']]).toEqual([500, 'no-store'])
  expect(errors.map((error) => (error as Error).message)).toEqual(['internal detail', 'why'])
})

test('no browser keeps for good where an address leads', async () => {
  const { statusCode, headers } = await get('/')
  expect([statusCode, headers.location]).toEqual([302, '/home'])
  expect(headers['cache-control']).toBe('no-cache')
})

test('files with a hash are kept for good and sent packed; nothing else of the build is served', async () => {
  const { headers, body } = await get('/assets/web-1.js', { 'accept-encoding': 'br' })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect([headers['content-encoding'], body]).toEqual(['br', 'squeezed'])
  expect((await get('/icon.svg')).headers['content-type']).toBe('image/svg+xml')
  for (const path of ['/.vite/manifest.json', '/assets/none.js'])
    expect((await get(path)).statusCode).toBe(404)
  for (const path of ['/assets/', '/assets/..%2f..%2fssr/ssr.js']) {
    const refused = await get(path)
    expect([403, 404]).toContain(refused.statusCode)
    expect(refused.body).not.toContain('render')
  }
  // Its packed form is only sent for the file itself.
  expect((await get('/assets/web-1.js.br')).statusCode).toBe(404)
})

test('F16 a page is drawn again 1.5 s after its last drawing began', async () => {
  let clock = 1
  let drawn = 0
  const page = cachedPages(async () => ({ status: 200, html: String(++drawn) }), {
    now: () => clock,
  })
  const html = async () => {
    const { packed } = await page('/home', 'mi', 'a network')
    return (await packed!.encoded('')).body.toString()
  }
  expect(await html()).toBe('1')
  clock += 1_499
  expect(await html()).toBe('1')
  clock += 2
  expect(await html()).toBe('2')
})

test('F16 the time that a page waits for its turn is no part of its age', async () => {
  let clock = 1
  const drawn: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = cachedPages(
    async (path) => {
      drawn.push(path)
      await promise
      return { status: 200, html: '' }
    },
    { now: () => clock },
  )
  const ask = (path: string) => page(path, 'mi', 'a network')
  const asked = [ask('/1'), ask('/2'), ask('/home')]
  clock += 2_000
  asked.push(ask('/home'))
  resolve()
  await Promise.all(asked)
  clock += 1_499
  await ask('/home')
  expect(drawn).toEqual(['/1', '/2', '/home'])
})

test('a page that failed is forgotten at once', async () => {
  let drawn = 0
  const page = cachedPages(async () => ({ status: ++drawn === 1 ? 503 : 200, html: '' }))
  expect((await page('/home', 'mi', 'a network')).status).toBe(503)
  expect((await page('/home', 'mi', 'a network')).status).toBe(200)
})

test('what others do shows within the time promised', async () => {
  shown = 'first'
  await get('/home?watch')
  shown = 'second'
  const isSecond = async () => (await get('/home?watch')).body.includes('second')
  expect(await valueInTime(isSecond, true)).toBe(true)
})

test('F14 a page that isn’t drawn in time says that we’re busy, and when to ask again', async () => {
  const { statusCode, headers, body } = await get('/slow')
  expect(statusCode).toBe(503)
  expect(headers['retry-after']).toBe('2')
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('We’re busy. Please try again in a moment.')
  expect(errors.at(-1)).toMatchObject({ name: 'TimeoutError' })
})

test('S30 sixty pages that one network asks for at once hold up neither calls nor the page of another', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  ;[spent, gate] = [0, promise]
  const ask = (known: string, network: string) =>
    fetch(`${origin}/in-turn?known=${known}`, { headers: { 'X-Forwarded-For': network } })
  const many = Array.from({ length: 60 }, (_, n) => ask(String(n), '192.0.2.1'))
  await until(() => spent === 60, 'The pages weren’t asked for.')
  const others = ['2001:db8::1', '2001:db8::2'].map((network) => ask(`other-${network}`, network))
  await until(() => spent === 62, 'The others’ pages weren’t asked for.')
  let asking = true
  const live = async () => {
    while (asking) await (await fetch(`${origin}/api/health/live`)).text()
  }
  const probes = Array.from({ length: 5 }, live)
  await until(() => done.includes('live'), 'Nothing was answered before.')
  done.length = 0
  resolve()
  const answers = await Promise.all(many)
  asking = false
  await Promise.all([...others, ...probes])

  const busy = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(busy).toHaveLength(50)
  expect(busy[0]!.headers.get('retry-after')).toBe('2')
  expect(await busy[0]!.text()).toContain('We’re busy. Please try again in a moment.')
  const drawn = done.filter((one) => one !== 'live')
  expect(drawn).toHaveLength(12)
  // They begin at once, and are rendered beside the first of the many.
  expect(drawn.slice(0, 5).filter((search) => search.includes('other'))).toHaveLength(2)
  const meanwhile = done.slice(0, done.indexOf(drawn.at(-1)!)).filter((one) => one === 'live')
  expect(meanwhile.length).toBeGreaterThan(drawn.length)
  // Their places are free again.
  expect((await ask('later', '192.0.2.1')).status).toBe(200)
})
