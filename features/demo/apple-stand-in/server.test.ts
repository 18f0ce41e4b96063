import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { client } from '#platform/testing/client.ts'

/** Two processes behind one address, which get the requests in turn. */
const apps: TestApp[] = []
let turn = 0
const front = createServer((request, answer) => {
  const { hostname, port } = new URL(apps[turn++ % apps.length]!.origin)
  const { method, url: path, headers } = request
  request.pipe(
    ask({ hostname, port, method, path, headers }, (behind) => {
      answer.writeHead(behind.statusCode!, behind.headers)
      behind.pipe(answer)
    }),
  )
})
await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
afterAll(() => front.close())
const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
const settings = { appleStandIn: true, origin }
apps.push(await testApp({ settings }))
apps.push(await testApp({ settings, beside: apps[0]! }))
const site = client(origin)

const form = (path: string, fields: Record<string, string>, cookie = '') =>
  site.request('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
  })

async function begin() {
  const answer = await site.get('/api/login/apple')
  expect(answer.status).toBe(303)
  const to = new URL(answer.headers.get('location')!)
  expect(to.origin + to.pathname).toBe(`${origin}/pretend-apple`)
  return {
    asked: Object.fromEntries(to.searchParams),
    cookie: answer.headers.get('set-cookie')!.split(';')[0]!,
  }
}

const consent = (asked: object, more: object) =>
  site.post('/api/pretend-apple/authorize', { ...asked, hideEmail: false, ...more })

/** Logs in through the stand-in as the page does it. Returns the session. */
async function logIn(email: string, more: object = {}) {
  const { asked, cookie } = await begin()
  const { body } = await consent(asked, { email, ...more })
  const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Apple' } })
  const back = await form(
    '/api/login/apple/callback',
    { state: asked.state!, code: body.code, user },
    cookie,
  )
  const [, code, needs] = /#apple=([\w-]{43})(?:&needs=(\w+))?(?:&name=[^&]+)?$/.exec(
    back.headers.get('location')!,
  )!
  const { body: session } = await site.post(
    '/api/login',
    { authorization: { code }, referrer: 6 },
    { headers: { Cookie: cookie } },
  )
  return { ...session, isNew: needs === 'name' }
}

test('the stand-in is asked as Apple is, by two processes in turn, and knows who comes again', async () => {
  const first = await logIn('ada@example.org')
  expect(first).toMatchObject({ name: 'Ada Apple', email: 'ada@example.org', isNew: true })
  const again = await logIn('ADA@example.org', { hideEmail: true })
  expect(again).toMatchObject({ id: first.id, isNew: false })
  const other = await logIn('bo@example.org', { hideEmail: true })
  expect(other).toMatchObject({ verified: true, isNew: true })
  expect(other.email).toMatch(/@relay\.pretend-apple\.example$/)
  expect(other.id).not.toBe(first.id)
})

test('S16 an address typed at the stand-in opens nobody’s account', async () => {
  const member = await apps[0]!.member()
  expect(await logIn(member.email)).toMatchObject({ error: 'password_needed' })
})

describe('the stand-in refuses', () => {
  test('another client, another way back, and a log-in without PKCE', async () => {
    const { asked } = await begin()
    const email = 'ada@example.org'
    for (const wrong of [
      { client_id: 'someone.else' },
      { redirect_uri: 'https://evil.example/' },
      { code_challenge_method: 'plain' },
      { response_mode: 'query' },
    ])
      expect((await consent(asked, { email, ...wrong })).status).toBe(400)
  })

  test('who can’t prove to be the site', async () => {
    const { asked } = await begin()
    const { body } = await consent(asked, { email: 'ada@example.org' })
    const fields = {
      client_id: asked.client_id!,
      client_secret: 'made.up.secret',
      grant_type: 'authorization_code',
      code: body.code,
      redirect_uri: asked.redirect_uri!,
      code_verifier: 'x'.repeat(43),
    }
    const answer = await form('/api/pretend-apple/token', fields)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    const revoked = await form('/api/pretend-apple/revoke', { ...fields, token: 'x' })
    expect(revoked.status).toBe(401)
  })

  test('to start on any host but a loopback address', async () => {
    const beside = apps[0]!
    const onAll = { ...settings, loopback: false, host: '0.0.0.0' }
    await expect(testApp({ settings: onAll, beside })).rejects.toThrow(/loopback address only/)
  })
})
