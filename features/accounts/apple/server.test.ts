import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { appleIssuer, type Claims } from './forger.testing.ts'
import { sweepQueue } from '../nightly.server.ts'

const apple = await appleIssuer()
afterAll(() => apple.close())
const app = await testApp({ settings: { apple: apple.settings } })
const now = () => Math.floor(Date.now() / 1000)
let count = 0
const newSubject = () => `subject-${++count}`

async function begin(next = '') {
  const answer = await app.get(`/api/login/apple${next}`)
  expect(answer.status).toBe(303)
  const to = new URL(answer.headers.get('location')!)
  const setCookie = answer.headers.get('set-cookie')!
  return {
    to,
    setCookie,
    cookie: setCookie.split(';')[0]!,
    state: to.searchParams.get('state')!,
    nonce: to.searchParams.get('nonce')!,
  }
}
type Begun = Awaited<ReturnType<typeof begin>>

const honest = (begun: Begun, more: Claims = {}): Claims => ({
  iss: apple.issuer,
  aud: 'yolo.web',
  sub: 'someone',
  iat: now(),
  exp: now() + 300,
  nonce: begun.nonce,
  ...more,
})

const callback = (form: Record<string, string>, cookie: string) =>
  app.request('POST', '/api/login/apple/callback', {
    body: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
  })

/** Through Apple and back: the one-time code, or null where the log-in was refused. */
async function arrive(more: Claims, forge = apple.forge.right, user?: object) {
  const begun = await begin()
  const code = apple.grant(honest(begun, more), forge)
  const answer = await callback(
    { state: begun.state, code, ...(user ? { user: JSON.stringify(user) } : {}) },
    begun.cookie,
  )
  expect(answer.status).toBe(303)
  return /#apple=([\w-]{43})(?:&new=1)?$/.exec(answer.headers.get('location')!)?.[1] ?? null
}

const redeem = (code: string | null, more: object = {}) =>
  app.post('/api/login', { authorization: { code }, user: { name: {} }, referrer: 6, ...more })

async function logIn(more: Claims, user?: object) {
  const answer = await redeem(await arrive(more, apple.forge.right, user))
  expect(answer.status).toBe(200)
  return answer.body as {
    id: number
    name: string
    email: string
    token: string
    verified: boolean
  }
}

const row = (id: number) =>
  app.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('the start sends state, nonce and PKCE, and one short-lived cookie for the way back', async () => {
  const { to, setCookie, state } = await begin()
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    response_mode: 'form_post',
    response_type: 'code',
    client_id: 'yolo.web',
    redirect_uri: 'http://yolo.test/api/login/apple/callback',
    code_challenge_method: 'S256',
  })
  expect(setCookie).toBe(
    `apple_state=${state}; Path=/api/login/apple/callback; Max-Age=600; HttpOnly; SameSite=Lax`,
  )
})

test('a newcomer joins with the name that comes once, and is the same member ever after', async () => {
  const sub = newSubject()
  const friend = await app.member({ id: 6 })
  const first = await logIn(
    { sub, email: 'ann.apple@example.org', email_verified: 'true' },
    { name: { firstName: 'Ann', lastName: 'Apple' } },
  )
  expect(first).toMatchObject({ name: 'Ann Apple', verified: true })
  expect(await row(first.id)).toMatchObject({
    first_name: 'Ann',
    platform: 'apple',
    referrer_id: friend.id,
    email: 'ann.apple@example.org',
  })
  const again = await logIn({ sub, email: 'other@privaterelay.appleid.com', email_verified: true })
  expect(again).toMatchObject({ id: first.id, email: 'ann.apple@example.org' })
})

test('a name told to a log-in that broke off is not lost', async () => {
  const sub = newSubject()
  await arrive({ sub }, apple.forge.right, { name: { firstName: 'Bo', lastName: 'Pear' } })
  expect(await logIn({ sub })).toMatchObject({ name: 'Bo Pear', email: '', verified: false })
})

test('relay, missing and unverified addresses all lead to an account of one’s own', async () => {
  const relay = await logIn({
    sub: newSubject(),
    email: 'x1@privaterelay.appleid.com',
    email_verified: true,
    is_private_email: true,
  })
  expect(relay).toMatchObject({ email: 'x1@privaterelay.appleid.com', verified: true })
  const unsure = await logIn({ sub: newSubject(), email: 'unsure@example.org' })
  expect(unsure).toMatchObject({ email: 'unsure@example.org', verified: false })
  await app.mail((text) => text.includes('To: unsure@example.org'))
})

test('S16 merges into an account only when both sides have verified the address', async () => {
  const unverified = await app.member({ verified: false })
  const verified = await app.member()
  const claim = (email: string, email_verified: boolean) =>
    logIn({ sub: newSubject(), email, email_verified })
  expect(await claim(unverified.email, true)).toMatchObject({ email: '' })
  expect((await claim(verified.email, false)).id).not.toBe(verified.id)
  expect((await claim(verified.email, true)).id).toBe(verified.id)
  const admin = await app.member({ id: 7 })
  expect((await claim(admin.email, true)).id).not.toBe(7)
})

describe('S16 refuses a forged token', () => {
  const forged: [string, Claims, keyof typeof apple.forge][] = [
    ['of no signature', {}, 'none'],
    ['of another key', {}, 'wrongKey'],
    ['of a key that nobody knows', {}, 'unknownKey'],
    ['of another algorithm', {}, 'wrongAlg'],
    ['of a shared secret', {}, 'secretAsKey'],
    ['of another issuer', { iss: 'https://evil.example' }, 'right'],
    ['for another client', { aud: 'someone.else' }, 'right'],
    ['for several clients', { aud: ['yolo.web', 'someone.else'], azp: 'someone.else' }, 'right'],
    ['that is over', { iat: now() - 900, exp: now() - 600 }, 'right'],
    ['without an end', { exp: undefined }, 'right'],
    ['of another log-in', { nonce: 'of-another-log-in' }, 'right'],
    ['without nonce', { nonce: undefined }, 'right'],
    ['without subject', { sub: undefined }, 'right'],
  ]
  test.each(forged)('%s', async (_what, claims, by) => {
    expect(await arrive(claims, apple.forge[by])).toBeNull()
  })
})

test('S16 refuses a state that is replayed, of another browser or made up, and a code used twice', async () => {
  const begun = await begin('?next=%2Fmy-page')
  const form = () => ({ state: begun.state, code: apple.grant(honest(begun), apple.forge.right) })
  const outcome = async (form: Record<string, string>, cookie: string) =>
    (await callback(form, cookie)).headers.get('location')
  expect(await outcome(form(), '')).toBe('/login#apple-error')
  expect(await outcome(form(), 'apple_state=other')).toBe('/login#apple-error')
  expect(await outcome({ ...form(), state: 'made-up' }, 'apple_state=made-up')).toBe(
    '/login#apple-error',
  )
  expect(await outcome(form(), begun.cookie)).toMatch(
    /^\/login\?next=%2Fmy-page#apple=[\w-]{43}&new=1$/,
  )
  expect(await outcome(form(), begun.cookie)).toBe('/login#apple-error')
  const code = await arrive({ sub: newSubject() })
  const both = await Promise.all([redeem(code), redeem(code)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.find(({ status }) => status === 401)?.body).toEqual({
    error: 'apple_login',
    message: 'Apple Login error',
  })
  const late = await arrive({ sub: newSubject() })
  app.clock.set(new Date(Date.now() + 11 * 60_000))
  expect((await redeem(late)).status).toBe(401)
  app.clock.set(null)
})

test('who says no at Apple comes back to the log-in; who is under 13 does not join', async () => {
  const begun = await begin()
  const answer = await callback(
    { state: begun.state, error: 'user_cancelled_authorize' },
    begun.cookie,
  )
  expect(answer.headers.get('location')).toBe('/login#apple-error')
  const year = new Date().getFullYear() - 10
  const child = await redeem(await arrive({ sub: newSubject() }), { birthDate: `${year}-05` })
  expect(child.body.error).toBe('too_young')
})

test('a notice of Apple ends what was open before it; a forged one nothing', async () => {
  const sub = newSubject()
  const member = await logIn({ sub })
  const alive = async () => (await app.get('/api/user', { as: member })).status
  const tell = async (type: string, forge = apple.forge.right, at = Date.now()) =>
    (
      await app.post('/api/login/apple/notices', {
        payload: await forge({
          iss: apple.issuer,
          aud: 'yolo.web',
          iat: now(),
          events: JSON.stringify({ type, sub, event_time: at }),
        }),
      })
    ).status
  expect(await tell('consent-revoked', apple.forge.wrongKey)).toBe(401)
  expect(await tell('consent-revoked', apple.forge.none)).toBe(401)
  expect(await tell('consent-revoked', apple.forge.right, Date.now() - 60_000)).toBe(200)
  expect(await alive()).toBe(200)
  expect(await tell('consent-revoked', apple.forge.right, Date.now() + 1000)).toBe(200)
  expect(await alive()).toBe(401)
  expect((await logIn({ sub })).id).toBe(member.id)
  expect(await tell('account-delete', apple.forge.right, Date.now() + 1000)).toBe(200)
  expect((await logIn({ sub })).id).not.toBe(member.id)
})

test('an account that goes takes back what Apple gave', async () => {
  const sub = newSubject()
  const member = await logIn({ sub })
  expect((await app.delete('/api/user', {}, { as: member })).status).toBe(200)
  app.clock.set(new Date(Date.now() + 15 * 86_400_000))
  await sweepQueue(app.services).run({})
  app.clock.set(null)
  await expect.poll(() => apple.revoked).toContain(`refresh-${sub}`)
})

test('behind TLS the cookie comes along with Apple’s post, and with nothing else', async () => {
  const origin = 'https://yolo.example'
  const secure = await testApp({ beside: app, settings: { apple: apple.settings, origin } })
  expect((await secure.get('/api/login/apple')).headers.get('set-cookie')).toMatch(
    /^apple_state=\S+; Path=\/api\/login\/apple\/callback; Max-Age=600; HttpOnly; SameSite=None; Secure$/,
  )
  await secure.close()
})

test('S34 the start runs for a link that is followed, on any site, not for HEAD or a prefetch', async () => {
  const ask = async (headers: Record<string, string>, method = 'GET') =>
    (await app.request(method, '/api/login/apple', { headers })).status
  expect(await ask({ 'Sec-Fetch-Site': 'cross-site' })).toBe(303)
  expect(await ask({ 'Sec-Purpose': 'prefetch' })).toBe(403)
  expect(await ask({}, 'HEAD')).toBe(404)
})

test('where Apple can’t be asked, the log-in page says so and keeps the way back', async () => {
  const issuer = 'http://127.0.0.1:9'
  const settings = { apple: { ...apple.settings, issuer } }
  const away = await testApp({ beside: app, settings })
  const answer = await away.get('/api/login/apple?next=%2Feat')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/login?next=%2Feat#apple-away',
  ])
  await away.close()
})

test('the page is told who is new, until they have joined', async () => {
  const sub = newSubject()
  const told = async () => {
    const begun = await begin()
    const code = apple.grant(honest(begun, { sub }), apple.forge.right)
    const answer = await callback({ state: begun.state, code }, begun.cookie)
    return answer.headers.get('location')!.endsWith('&new=1')
  }
  expect(await told()).toBe(true)
  const child = await arrive({ sub })
  const young = await redeem(child, { birthDate: `${new Date().getFullYear() - 12}-01` })
  expect(young.body.error).toBe('too_young')
  expect(await told()).toBe(true)
  // Not at once with another year (the code isn't spent), nor with another code or another address.
  expect((await redeem(child, { birthDate: '1990-05' })).body.error).toBe('too_young')
  const again = await arrive({ sub, email: 'another@example.org', email_verified: true })
  expect((await redeem(again, { birthDate: '1990-05' })).body.error).toBe('too_young')
  expect((await redeem(await arrive({ sub }))).body.error).toBe('too_young')
  await app.database.deleteFrom('age_refusals').execute()
  const joined = await redeem(await arrive({ sub }), { birthDate: '1990-05' })
  expect((await row(joined.body.id)).age_checked_at).not.toBeNull()
  expect(await told()).toBe(false)
})

test('without settings there is no such log-in', async () => {
  const plain = await testApp({ beside: app, settings: { apple: undefined } })
  expect((await plain.get('/api/login/apple')).body.error).toBe('no_apple')
  await plain.close()
})
