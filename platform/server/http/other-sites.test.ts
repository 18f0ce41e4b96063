import { get } from 'node:http'
import { expect, it } from 'vitest'
import { calls } from '#app/contract.ts'
import type { AnyCall } from '#platform/contract/call.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const fromElsewhere = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
const all: AnyCall[] = [...calls]
const changing = all.filter(({ route, unsafeGet }) => !route.startsWith('GET ') || unsafeGet)

it('what a page of another site sends changes nothing, but for the calls that it may send', async () => {
  expect(changing.length).toBeGreaterThan(100)
  expect(changing.filter(({ fromAnySite }) => fromAnySite).map(({ route }) => route)).toEqual([
    'GET /login/apple',
    'POST /login/apple/callback',
  ])
  for (const { route, fromAnySite } of changing) {
    const [method, path] = route.split(' ') as [string, string]
    const address = `/api${path.replace(/:\w+/g, '1')}`
    const { status } = await app.request(method, address, { headers: fromElsewhere })
    if (fromAnySite) expect(status, route).not.toBe(403)
    else expect(status, route).toBe(403)
  }
  expect((await app.request('POST', '/add-yolo', { headers: fromElsewhere })).status).toBe(403)
})

it('nor does it use up a budget of what its visitor asks for', async () => {
  const limited = await testApp({ beside: app, rateLimits: true })
  const ann = await app.member()
  const ask = (headers = {}) =>
    limited.request('POST', `/api/forgot-password?email=${ann.email}`, { headers })
  const left = async () =>
    Number((await limited.post('/api/logout', {})).headers.get('ratelimit-remaining'))
  const before = await left()
  for (let n = 0; n < 6; n++) expect((await ask(fromElsewhere)).status).toBe(403)
  for (const [method, path] of [
    ['GET', '/api/itemExpired?itemId=1'],
    ['GET', '/api/login/apple'],
    ['POST', '/api/login/apple/callback'],
    ['POST', '/stop-weekly-mail?token=x'],
    ['POST', '/add-yolo'],
  ] as const)
    await limited.request(method, path, { headers: fromElsewhere })
  expect(await left()).toBe(before - 1)
  expect((await ask()).status).toBe(200)
})

const reading = all.filter(({ route, unsafeGet }) => route.startsWith('GET ') && !unsafeGet)
/** Reads as a browser does, whose `Sec-Fetch-Mode` can't be set with fetch. Returns the status. */
const read = (address: string, mode: string, dest?: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      ...fromElsewhere,
      'Sec-Fetch-Mode': mode,
      ...(dest && { 'Sec-Fetch-Dest': dest }),
    }
    get(app.origin + address, { headers }, (response) => {
      response.destroy()
      resolve(response.statusCode!)
    }).once('error', reject)
  })

it('it fetches and embeds nothing, while its links lead here', async () => {
  const addresses = reading.map(({ route }) => `/api${route.split(' ')[1]!.replace(/:\w+/g, '1')}`)
  for (const address of [
    ...addresses,
    '/home',
    '/sitemap.xml',
    '/sitemaps/pages-0.xml',
    '/robots.txt',
  ])
    for (const [mode, dest] of [
      ['no-cors', 'image'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
    ] as const)
      expect([address, mode, await read(address, mode, dest)]).toEqual([address, mode, 403])
  // A service worker passes a link that was followed on without its destination.
  for (const dest of ['document', undefined])
    expect(await read('/api/categories', 'navigate', dest)).toBe(200)
})

it('pages of this site and programs that send no such header are as ever', async () => {
  const ann = await app.member()
  for (const site of [null, 'same-origin', 'same-site', 'none']) {
    const headers: Record<string, string> = site ? { 'Sec-Fetch-Site': site } : {}
    const { status } = await app.post('/api/save-location', {}, { as: ann, headers })
    expect(status, String(site)).toBe(400)
  }
})
