import { afterAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { openidProvider } from './openid.testing.ts'
import { sweepQueue } from '../nightly.server.ts'

const provider = await openidProvider('http://yolo.test/api/login/apple/callback')
afterAll(() => provider.close())
const app = await testApp({ settings: { apple: provider.settings } })

async function begin(next = '') {
  const answer = await app.get(`/api/login/apple${next}`)
  return {
    address: answer.headers.get('location')!,
    cookie: answer.headers.get('set-cookie')!.split(';')[0]!,
  }
}

const callback = async (fields: Record<string, string>, cookie: string) => {
  const answer = await app.request('POST', '/api/login/apple/callback', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
  })
  return answer.headers.get('location')!
}

type Person = NonNullable<Parameters<typeof provider.visit>[1]>
async function logIn(person: Person, user?: object) {
  const { address, cookie } = await begin()
  const { fields } = await provider.visit(address, person)
  if (user) fields.user = JSON.stringify(user)
  const to = await callback(fields, cookie)
  const [, code, isNew] = /^\/login#apple=([\w-]{43})(&new=1)?$/.exec(to)!
  const answer = await app.post('/api/login', { authorization: { code }, referrer: 6 })
  expect(answer.status).toBe(200)
  return { ...answer.body, isNew: Boolean(isNew) }
}

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

test('an address that is missing or not verified still leads to an account of one’s own', async () => {
  const member = await app.member()
  expect(await logIn({ sub: 'no-mail' })).toMatchObject({ email: '', verified: false })
  const unsure = { sub: 'unsure', email: member.email, email_verified: false }
  const own = await logIn(unsure)
  expect(own).toMatchObject({ email: '', isNew: true })
  expect(own.id).not.toBe(member.id)
  const sure = { sub: 'sure', email: member.email, email_verified: true }
  // A member already: nothing is asked.
  expect(await logIn(sure)).toMatchObject({ id: member.id, isNew: false })
})

test('who says no there comes back to the log-in', async () => {
  const { address, cookie } = await begin()
  const { fields } = await provider.visit(address, null)
  expect(fields).toMatchObject({ error: 'access_denied' })
  expect(await callback(fields, cookie)).toBe('/login#apple-error')
})

test('S16 a code begun in one browser is worth nothing in another, nor is an answer of another issuer', async () => {
  const one = await begin()
  const other = await begin()
  const { fields } = await provider.visit(one.address, { sub: 'ada' })
  const { fields: othersFields } = await provider.visit(other.address, { sub: 'bo' })
  // PKCE: the code of one, with the state and the cookie of the other.
  const mixed = { ...othersFields, code: fields.code! }
  expect(await callback(mixed, other.cookie)).toBe('/login#apple-error')
  const elsewhere = { ...fields, iss: 'https://evil.example' }
  expect(await callback(elsewhere, one.cookie)).toBe('/login#apple-error')
})

test('an account that goes takes its refresh token along, at the provider too', async () => {
  const member = await logIn({ sub: 'leaver' })
  const { refresh_token: token } = await app.database
    .selectFrom('identities')
    .select('refresh_token')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(await provider.isGood(token!)).toBe(true)
  expect((await app.delete('/api/user', {}, { as: member })).status).toBe(200)
  app.clock.set(new Date(Date.now() + 15 * 86_400_000))
  await sweepQueue(app.services).run({})
  app.clock.set(null)
  await expect.poll(() => provider.isGood(token!), { timeout: 10_000 }).toBe(false)
})
