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
  expect(await callback(fields, cookie)).toMatch(/^\/login\?next=%2Feat#apple=[\w-]{43}&new=1$/)

  const ada = { sub: 'ada', email: 'ada@privaterelay.appleid.com', email_verified: true }
  const first = await logIn(ada, { name: { firstName: 'Ada', lastName: 'Apple' } })
  expect(first).toMatchObject({ name: 'Ada Apple', verified: true, isNew: true })
  expect(await logIn({ sub: 'ada' })).toMatchObject({ id: first.id, isNew: false })
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
  await arrive({ sub }, { user: { name: { firstName: 'Bo', lastName: 'Pear' } } })
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
  expect(await logIn({ sub: newSubject() })).toMatchObject({ email: '', verified: false })
})

test('a newcomer whose mailbox has a verified account joins unverified', async () => {
  const address = (tag: string) => `housemate${tag}@example.org`
  const verified = { sub: newSubject(), email: address(''), email_verified: true }
  expect(await logIn(verified)).toMatchObject({ verified: true })
  const second = { sub: newSubject(), email: address('+2'), email_verified: true }
  const joined = await logIn(second)
  expect(joined).toMatchObject({ email: address('+2'), verified: false, isNew: true })
  expect(await logIn(second)).toMatchObject({ id: joined.id, verified: false })

  // An account whose address was only proven elsewhere makes room.
  const stranger = await app.member()
  await app.database
    .updateTable('users')
    .set({ email_key: 'flat+k@example.org', email_proven_elsewhere: true })
    .where('id', '=', stranger.id)
    .execute()
  const owner = { sub: newSubject(), email: 'flat@example.org', email_verified: true }
  expect(await logIn(owner)).toMatchObject({ verified: true })
  const { body } = await app.get('/api/user', { as: stranger })
  expect(body.verified).toBe(false)
})

test('a member’s address that is not verified leads to an account of one’s own, a verified one to theirs', async () => {
  const member = await app.member()
  const own = await logIn({ sub: newSubject(), email: member.email, email_verified: false })
  expect(own).toMatchObject({ email: '', isNew: true })
  expect(own.id).not.toBe(member.id)
  const sure = { sub: newSubject(), email: member.email, email_verified: true }
  // They are a member already, so nothing is asked.
  expect(await logIn(sure)).toMatchObject({ id: member.id, isNew: false })
})

test('who says no at Apple comes back to the log-in; who is under 13 does not join', async () => {
  const { address, cookie } = await begin()
  const { fields } = await provider.visit(address, null)
  expect(fields).toMatchObject({ error: 'access_denied' })
  expect(await callback(fields, cookie)).toBe('/login#apple-error')
  const { asked, cookie: another } = await begin()
  const said = { state: asked.get('state')!, error: 'user_cancelled_authorize' }
  expect(await callback(said, another)).toBe('/login#apple-error')
  const year = new Date().getFullYear() - 10
  const { code } = await arrive({ sub: newSubject() })
  const child = await redeem(code, { birthDate: `${year}-05` })
  expect(child.body.error).toBe('too_young')
})

test('as many who join at once as the pool has connections don’t wait for each other', async () => {
  const codes: (string | null)[] = []
  for (let n = 0; n < 8; n++) codes.push((await arrive({ sub: newSubject() })).code)
  const joined = await Promise.all(codes.map((code) => redeem(code, { birthDate: '1990-05' })))
  expect(joined.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('behind TLS the cookie comes along with Apple’s post, and with nothing else', async () => {
  const origin = 'https://yolo.example'
  const secure = await testApp({ beside: app, settings: { apple: provider.settings, origin } })
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
  const told = async () => (await arrive({ sub })).isNew
  expect(await told()).toBe(true)
  const { code: child } = await arrive({ sub })
  const young = await redeem(child, { birthDate: `${new Date().getFullYear() - 12}-01` })
  expect(young.body.error).toBe('too_young')
  expect(await told()).toBe(true)
  // They can't try again with another year (the code is still valid), another code or another address.
  expect((await redeem(child, { birthDate: '1990-05' })).body.error).toBe('too_young')
  const again = await arrive({ sub, email: 'another@example.org', email_verified: true })
  expect((await redeem(again.code, { birthDate: '1990-05' })).body.error).toBe('too_young')
  expect((await redeem((await arrive({ sub })).code)).body.error).toBe('too_young')
  await app.database.deleteFrom('age_refusals').execute()
  const joined = await redeem((await arrive({ sub })).code, { birthDate: '1990-05' })
  expect((await row(joined.body.id)).age_checked_at).not.toBeNull()
  expect(await told()).toBe(false)
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
  const plain = await testApp({ beside: app, settings: { apple: undefined } })
  expect((await plain.get('/api/login/apple')).body.error).toBe('no_apple')
  await plain.close()
})
