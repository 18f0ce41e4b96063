import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { siteWithApple } from './apple.testing.ts'

const { app, provider, begin, callback, arrive, redeem, logIn, row, newSubject } =
  await siteWithApple()

test('the start sends state, nonce and PKCE, and one short-lived cookie for the way back', async () => {
  const { asked, setCookie } = await begin()
  expect(Object.fromEntries(asked)).toMatchObject({
    response_mode: 'form_post',
    response_type: 'code',
    client_id: 'yolo.web',
    redirect_uri: 'http://yolo.test/api/login/apple/callback',
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(setCookie).toBe(
    `apple_state=${asked.get('state')}; Path=/api/login; Max-Age=600; HttpOnly; SameSite=Lax`,
  )
})

test('with an OpenID provider, PKCE, nonce and form post: a newcomer joins, and is known the next time', async () => {
  const { address, cookie } = await begin('?next=%2Feat')
  const { action, fields } = await provider.visit(address, { sub: 'at-the-form' })
  expect(action).toBe('http://yolo.test/api/login/apple/callback')
  expect(fields.iss).toBe(provider.settings.issuer)
  expect(await callback(fields, cookie)).toMatch(
    /^\/login\?next=%2Feat#apple=[\w-]{43}&needs=name$/,
  )

  const ada = { sub: 'ada', email: 'ada@privaterelay.appleid.com', email_verified: true }
  const first = await logIn(ada, { name: { firstName: 'Ada', lastName: 'Apple' } })
  expect(first).toMatchObject({ verified: true, isNew: true })
  expect(await logIn({ sub: 'ada' })).toMatchObject({ id: first.id, isNew: false })
})

test('a newcomer joins with the name that comes once, and is the same member ever after', async () => {
  const sub = newSubject()
  const friend = await app.member({ id: 6 })
  const first = await logIn(
    { sub, email: 'ann.apple@example.org', email_verified: 'true' },
    { name: { firstName: 'Ann', lastName: 'Apple' } },
  )
  expect(first.verified).toBe(true)
  expect(await row(first.id)).toMatchObject({
    first_name: 'Ann',
    platform: 'apple',
    referrer_id: friend.id,
    email: 'ann.apple@example.org',
  })
  const again = await logIn({ sub, email: 'other@privaterelay.appleid.com', email_verified: true })
  expect(again).toMatchObject({ id: first.id, email: 'ann.apple@example.org' })
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
  expect(await logIn({ sub: newSubject() })).toMatchObject({ email: '', verified: false })
})

test('an address that has an account here opens it after its password, once', async () => {
  const member = await app.member()
  const email = `${member.id}@example.org`
  const password = 'nine quick foxes'
  await app.database.deleteFrom('users').where('id', '=', member.id).execute()
  const joining = { userName: 'Has Account', email, password }
  const { body: account } = await app.post('/api/register', joining)
  const person = { sub: newSubject(), email: email.replace('@', '+apple@'), email_verified: true }
  const { code, needs } = await arrive(person)
  expect(needs).toBe('password')
  const without = await redeem(code)
  expect([without.status, without.body.error]).toEqual([403, 'password_needed'])
  const wrong = await redeem(code, { password: 'not this one' })
  expect([wrong.status, wrong.body.error]).toEqual([401, 'wrong_login'])
  const linked = await redeem(code, { password })
  expect([linked.status, linked.body.id]).toEqual([200, account.id])
  await app.mail((text) => text.includes(`To: ${email}`) && text.includes('Apple opens your'))
  const next = await arrive({ sub: person.sub })
  expect(next.needs).toBeNull()
  expect((await redeem(next.code)).body.id).toBe(account.id)

  // A reset by mail takes the whole account.
  await app.post('/api/forgot-password', { email })
  const mail = await app.mail(
    (text) => text.includes(`To: ${email}`) && text.includes('Subject: Choose a new'),
  )
  const token = /token=([\w-]+)/.exec(mail)![1]
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  expect((await arrive(person)).needs).toBe('password')
})

test('who cancels at Apple comes back to the log-in, which is no error; who is under 13 does not join', async () => {
  const { address, cookie } = await begin()
  const { fields } = await provider.visit(address, null)
  expect(fields).toMatchObject({ error: 'access_denied' })
  expect(await callback(fields, cookie)).toBe('/login')
  const { asked, cookie: another } = await begin()
  const said = { state: asked.get('state')!, error: 'user_cancelled_authorize' }
  expect(await callback(said, another)).toBe('/login')
  const year = new Date().getFullYear() - 10
  const { code } = await arrive({ sub: newSubject() })
  const child = await redeem(code, { birthDate: `${year}-05` })
  expect(child.body.error).toBe('too_young')
})

test('behind TLS the cookie comes along with Apple’s post, and with nothing else', async () => {
  const origin = 'https://yolo.example'
  const secure = await testApp({ sharing: app, settings: { apple: provider.settings, origin } })
  expect((await secure.get('/api/login/apple')).headers.get('set-cookie')).toMatch(
    /^apple_state=\S+; Path=\/api\/login; Max-Age=600; HttpOnly; SameSite=None; Secure$/,
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
  const settings = { apple: { ...provider.settings, issuer } }
  const away = await testApp({ sharing: app, settings })
  const answer = await away.get('/api/login/apple?next=%2Feat')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/login?next=%2Feat#apple-away',
  ])
  await away.close()
})

test('the page is told who is new, until they have joined', async () => {
  const sub = newSubject()
  const needs = async () => (await arrive({ sub })).needs
  expect(await needs()).toBe('name')
  const { code } = await arrive({ sub })
  const young = await redeem(code, { birthDate: `${new Date().getFullYear() - 12}-01` })
  expect(young.body.error).toBe('too_young')
  expect(await needs()).toBe('name')
  const joined = await redeem((await arrive({ sub })).code, { birthDate: '1990-05' })
  expect((await row(joined.body.id)).age_checked_at).not.toBeNull()
  expect(await needs()).toBeNull()
})

test('who agrees to mails when joining is found and noted; who is silent is not, and a log-in changes nobody’s word', async () => {
  const admin = await app.member({ id: 7 })
  const join = async (emailConsent?: boolean) => {
    const person = { sub: newSubject(), email: `${newSubject()}@example.org`, email_verified: true }
    const { body } = await redeem((await arrive(person)).code, { emailConsent })
    const place = { latitude: 44.98, longitude: -93.27 }
    await app.database.updateTable('users').set(place).where('id', '=', body.id).execute()
    return { ...person, ...(body as { id: number; token: string }) }
  }
  const [yes, no, silent] = [await join(true), await join(false), await join()]
  const found = async () =>
    (await app.get('/api/users-nearby?latitude=44.98&longitude=-93.27', { as: admin })).body
  const notes = async ({ id }: { id: number }) =>
    await app.database
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('subject', '=', `member ${id}`)
      .execute()
  expect(await found()).toEqual([yes.email])
  expect(await notes(yes)).toEqual([{ action: 'consent.give', actor_id: yes.id }])
  expect([await notes(no), await notes(silent)]).toEqual([[], []])
  expect((await app.get('/api/notification-settings', { as: yes })).body.emailConsent).toBe(true)

  const again = async ({ sub }: { sub: string }, emailConsent: boolean) =>
    expect((await redeem((await arrive({ sub })).code, { emailConsent })).status).toBe(200)
  await again(yes, false)
  await again(no, true)
  expect(await found()).toEqual([yes.email])
  expect([(await notes(yes)).length, (await notes(no)).length]).toEqual([1, 0])
})

test('without settings there is no such log-in', async () => {
  const plain = await testApp({ sharing: app, settings: { apple: undefined } })
  expect((await plain.get('/api/login/apple')).body.error).toBe('no_apple')
  await plain.close()
})
