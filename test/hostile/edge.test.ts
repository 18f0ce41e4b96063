import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSitemap } from '#features/sharing/sitemap.testing.ts'
import { sealCursor } from '#platform/server/sealed-cursor.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
let limited: TestApp
beforeAll(async () => {
  app = await testApp({ pages: true })
  limited = await testApp({
    beside: app,
    pages: true,
    rateLimits: true,
    settings: { trustProxy: ['127.0.0.1'] },
  })
})

/** Sends these bytes. Returns everything that the server sends until it closes the connection. */
const rawAnswer = ({ origin }: TestApp, bytes: string | Buffer) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(30_000, () => reject(new Error(`No end after: ${text}`)))
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })

/** Removes the request ID, which is random and could contain a searched word by chance. */
const unnumbered = (text: string) => text.replace(/^x-request-id: .*$/im, '')

const ask = (line: string, headers: string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: yolo.test', 'Connection: close', ...headers, '', body].join('\r\n')

describe('S32 every refusal is ours and echoes nothing', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const paths = [
    '/zebra-quux',
    '/api/zebra-quux',
    '/apizebra-quux',
    '/api',
    '//zebra-quux/home',
    '/assets/zebra-quux.js',
    '/og/zebra-quux.png',
    '/sitemaps/zebra-quux-1.xml.gz',
    '/%zzebra-quux',
    '/api/%zzebra-quux',
    '/%00zebra-quux',
    `/${'zebra-quux'.repeat(60)}`,
    `/api/items/${'zebra-quux'.repeat(60)}/upvote`,
    'http://yolo.test/zebra-quux',
    'http://yolo.test/api/zebra-quux',
    'http://zebra-quux',
    '*',
  ]

  it.each(methods)('%s', async (method) => {
    for (const path of paths)
      for (const accept of ['*/*', 'text/html']) {
        const answer = await rawAnswer(app, ask(`${method} ${path}`, [`Accept: ${accept}`]))
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        const what = `${method} ${path} (${accept}): ${answer.slice(0, 400)}`
        // The root redirects to /home, and an asterisk behind it is left out, so there is nothing to refuse.
        if (['http://zebra-quux', '*'].includes(path) && /^HTTP\/1.1 302/.test(head)) continue
        expect(head, what).toMatch(/^HTTP\/1.1 (400|404|414)/)
        expect(unnumbered(answer), what).not.toMatch(/zebra|quux|statusCode|Route /)
        if (method === 'HEAD') expect(body, what).toBe('')
        else if (/content-type: text\/html/i.test(head)) expect(body, what).toMatch(/<h1>/)
        else expect(body, what).toMatch(/"error":"\w+".*"message":"|"message":".*"error":"/s)
        if (path.startsWith('/api/')) expect(head, what).not.toMatch(/text\/html/)
        expect(head, what).toMatch(/^content-security-policy: default-src 'none'/im)
      }
  })

  it.each<[string, string | Buffer, number]>([
    ['no HTTP', 'zebra-quux\r\n\r\n', 400],
    ['a method that there isn’t', ask('ZEBRA /zebra-quux'), 400],
    ['two lengths', ask('POST /zebra', ['Content-Length: 1', 'Content-Length: 2'], 'x'), 400],
    ['two hosts', ask('GET /', ['host: zebra.test']), 400],
    ['NUL in a header', ask('GET /', ['X-Zebra: quux\0']), 400],
    ['an address of 20 kB', ask(`GET /${'zebra-quux'.repeat(2_000)}`), 431],
    ['headers of 20 kB', ask('GET /', [`X-Zebra: ${'quux'.repeat(5_000)}`]), 431],
    [
      'a body too large',
      ask('POST /api/login', ['Content-Type: application/json', 'Content-Length: 99999'], '{'),
      413,
    ],
    [
      'no JSON',
      ask('POST /api/login', ['Content-Type: text/zebra', 'Content-Length: 1'], 'x'),
      415,
    ],
    [
      'broken JSON',
      ask('POST /api/login', ['Content-Type: application/json', 'Content-Length: 5'], '{"zeb'),
      400,
    ],
  ])('%s', async (_name, bytes, status) => {
    const [head = '', body = ''] = (await rawAnswer(app, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    expect(unnumbered(head + body)).not.toMatch(/zebra|quux|statusCode/i)
    expect(JSON.parse(body)).toEqual(
      expect.objectContaining({ error: expect.any(String), message: expect.any(String) }),
    )
  })
})

describe('pages', () => {
  it('HEAD of a page is GET without the page', async () => {
    const { files } = await readSitemap(app)
    for (const path of ['/home', '/robots.txt', '/sitemap.xml', files[0]!, '/og/site.png']) {
      const get = await app.get(path)
      const head = await app.request('HEAD', path)
      expect([path, head.status, head.text]).toEqual([path, 200, ''])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    }
  })

  it('an address in its absolute form is the same page', async () => {
    for (const path of ['/home', '/api/health/live'])
      expect(await rawAnswer(app, ask(`GET http://elsewhere.example${path}`))).toMatch(
        /^HTTP\/1.1 200/,
      )
    expect(await rawAnswer(app, ask('GET http://elsewhere.example'))).toMatch(/^HTTP\/1.1 302/)
  })

  it(
    'S10 stops a reader at 3,000 pages in 5 minutes, calls and pages together',
    { tags: 'long' },
    async () => {
      const from = { headers: { 'X-Forwarded-For': '198.51.100.7', Accept: 'text/html' } }
      const call = '/api/yolos?category=3'
      expect((await limited.get(call, from)).headers.get('ratelimit-remaining')).toBe('2999')
      const statuses = new Map<number, number>()
      let last: Awaited<ReturnType<TestApp['get']>> | undefined
      for (let asked = 0; asked < 3_600; asked += 50) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, n) => limited.get(`/about?unseen=${asked + n}`, from)),
        )
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        last = answers.at(-1)
      }
      expect([...statuses]).toEqual([
        [200, 2_999],
        [429, 601],
      ])
      expect(last!.headers.get('content-type')).toContain('text/html')
      expect(last!.text).toMatch(/That was a bit fast. Please try again in \d+ (second|minute)s?\./)
      expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(last!.headers.get('ratelimit-limit')).toBe('3000')
      expect(last!.headers.get('ratelimit-remaining')).toBe('0')
      expect((await limited.get(call, from)).status).toBe(429)
      // Files, and readers with another address, aren't limited.
      expect((await limited.get('/favicon.ico', from)).status).toBe(200)
      expect((await limited.get('/about')).status).toBe(200)
    },
  )

  it('a key that a page does not know is dropped before anything is drawn', async () => {
    const known = '/burgers?latitude=44.98&longitude=-93.264&distanceMiles=5&tags=35'
    const etag = async (path: string) => (await app.get(path)).headers.get('etag')
    const first = await etag(known)
    expect(first).toBeTruthy()
    for (const more of ['&x=1', '&v=12345', '&category=2', '&latitude=1', `&${'y'.repeat(500)}`])
      expect(await etag(known + more)).toBe(first)
    expect(await etag('/burgers?tags=35')).not.toBe(first)
  })

  it('values that a list’s page can’t read draw nothing again either, nor do other spellings', async () => {
    const { addressOf } = await import('#app/ssr.tsx')
    const near = '/burgers?latitude=44.98&longitude=-93.264'
    for (const [asked, path] of [
      ['/burgers?cursor=x&from=5', '/burgers'],
      ['/burgers?cursor=x&list=best', '/burgers'],
      [
        '/burgers?latitude=north&longitude=1&open=x&sort=best&view=x&tags=x,152&price=7',
        '/burgers',
      ],
      ['/burgers?latitude=44.98000001&longitude=-93.2640&distanceMiles=20', near],
      [`${near}&distanceMiles=4&price=2,1,1&filter=x7`, `${near}&filter=open&price=1,2`],
      ['/burgers/fargo-nd-us?distanceMiles=5', '/burgers/fargo-nd-us?distanceMiles=5'],
      [
        '/burgers?cursor=x&list=top&from=7&city=Fargo',
        '/burgers?city=Fargo&list=top&cursor=x&from=7',
      ],
      ['/categories?category=3,4&view=map', '/categories?view=map&category=3,4'],
    ])
      expect(addressOf(asked!)).toEqual({ path })
  })

  it.each([
    ['/about/', '/about'],
    ['/About', '/about'],
    ['/%61bout//?x=1&token=a%20b', '/about?x=1&token=a%20b'],
    ['/restaurant/1//', '/restaurant/1'],
    ['/restaurant/%31?page=2', '/restaurant/1?page=2'],
    ['/burgers/', '/burgers'],
    ['/burgers/MINNEAPOLIS-mn-us/?tags=35&tags=36', '/burgers/minneapolis-mn-us?tags=35,36'],
    ['/NEWMEMBERS', '/newMembers'],
    ['//', '/'],
  ])('%s leads to the one address of its page', async (path, address) => {
    const { status, headers } = await app.get(path)
    expect([status, headers.get('location')]).toEqual([302, address])
  })

  it('a list key given twice leads to the comma form, on pages alone', async () => {
    const { status, headers } = await app.get('/burgers?tags=35&referrer=9&tags=36')
    expect([status, headers.get('location')]).toEqual([302, '/burgers?tags=35,36&referrer=9'])
    expect((await app.get('/burgers?tags=35,36')).status).toBe(200)
    expect((await app.get('/api/yolos?category=3&tags=35&tags=36')).status).toBe(400)
  })
})

it('D8 S29 takes a number as JavaScript prints it, and a day that there is', async () => {
  const near = (longitude: number | string) =>
    `/api/yolos?category=3&latitude=1&longitude=${longitude}`
  for (const small of [1e-7, -1.5e-7, 5e-324]) expect((await app.get(near(small))).status).toBe(200)
  for (const bad of ['1e5', '1e-', 'e-7', '0x1', '1e-7e', '١', '+1'])
    expect([bad, (await app.get(near(bad))).status]).toEqual([bad, 400])
  const after = async (newest: string) => {
    const cursor = await sealCursor(app.database, 'best of 3', [1, 1, newest, 1])
    return app.get(`/api/yolos?category=3&list=top&cursor=${cursor}`)
  }
  expect((await after('2024-02-29 10:00:00.123456+00')).status).toBe(200)
  for (const day of ['2026-02-29', '2026-02-30', '0000-01-01', '2026-13-01', '2026-04-31']) {
    const { status, body } = await after(`${day} 10:00:00+00`)
    expect([day, status, body.error]).toEqual([day, 400, 'bad_cursor'])
  }
})

it('S29 a page whose list goes on is answered with 304 while nothing but its cursors differs', async () => {
  const { id: restaurant } = await app.restaurant()
  for (let members = 0; members < 17; members++) {
    const { id: by } = await app.member()
    for (let dish = 0; dish < 3; dish++) await app.item({ restaurant, category: 9, by })
  }
  const path = '/mixed-drinks'
  const cursorIn = ({ text }: { text: string }) => /cursor=([^"&]+)/.exec(text)![1]
  const first = await app.get(path)
  // Until the page is drawn once more.
  await expect
    .poll(async () => cursorIn(await app.get(path)), { timeout: 10_000 })
    .not.toBe(cursorIn(first))
  const headers = { 'If-None-Match': first.headers.get('etag')! }
  expect((await app.get(path, { headers })).status).toBe(304)
})
