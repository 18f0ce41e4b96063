import { describe, expect, test } from 'vitest'
import { siteWithApple } from './apple.testing.ts'
import type { Claims } from './forger.testing.ts'

const { app, provider, begin, callback, arrive, redeem, logIn, newSubject } = await siteWithApple()
const now = () => Math.floor(Date.now() / 1000)

describe('S16 refuses a forged token', () => {
  const forged: [string, Claims, keyof typeof provider.forge][] = [
    ['of no signature', {}, 'none'],
    ['of another key', {}, 'wrongKey'],
    ['of a key that nobody knows', {}, 'unknownKey'],
    ['of another algorithm', {}, 'wrongAlg'],
    ['of a shared secret', {}, 'secretAsKey'],
    ['of another issuer', { iss: 'https://evil.example' }, 'own'],
    ['for another client', { aud: 'someone.else' }, 'own'],
    ['for several clients', { aud: ['yolo.web', 'someone.else'], azp: 'someone.else' }, 'own'],
    ['that is over', { iat: now() - 900, exp: now() - 600 }, 'own'],
    ['without an end', { exp: undefined }, 'own'],
    ['of another log-in', { nonce: 'of-another-log-in' }, 'own'],
    ['without nonce', { nonce: undefined }, 'own'],
    ['without subject', { sub: undefined }, 'own'],
  ]
  async function arriveWith(claims: Claims, by: keyof typeof provider.forge) {
    const before = provider.forged.length
    const forge = (honest: Claims) => provider.forge[by]({ ...honest, ...claims })
    const arrived = await arrive({ sub: 'someone' }, { forge })
    expect(provider.forged).toHaveLength(before + 1)
    return arrived
  }

  test.each(forged)('%s', async (_what, claims, by) => {
    expect((await arriveWith(claims, by)).code).toBeNull()
  })

  test('and takes one that the forger left as it was', async () => {
    expect((await arriveWith({}, 'own')).code).not.toBeNull()
  })
})

test('S16 no address opens an account without its password, verified or not', async () => {
  const members = [await app.member({ verified: false }), await app.member()]
  for (const { email } of [...members, await app.member({ id: 7 })])
    for (const email_verified of [true, false]) {
      const { code, needs } = await arrive({ sub: newSubject(), email, email_verified })
      expect(needs).toBe('password')
      expect((await redeem(code, { password: 'a guess of a thief' })).status).toBe(401)
    }
})

test('S16 refuses a state that is replayed, of another browser or made up, and a code used twice', async () => {
  const { address, cookie } = await begin('?next=%2Fmy-page')
  const form = async () => (await provider.visit(address, { sub: newSubject() })).fields
  expect(await callback(await form(), '')).toBe('/login#apple-error')
  expect(await callback(await form(), 'apple_state=other')).toBe('/login#apple-error')
  expect(await callback({ ...(await form()), state: 'made-up' }, 'apple_state=made-up')).toBe(
    '/login#apple-error',
  )
  expect(await callback(await form(), cookie)).toMatch(
    /^\/login\?next=%2Fmy-page#apple=[\w-]{43}&needs=name$/,
  )
  expect(await callback(await form(), cookie)).toBe('/login#apple-error')
  const { code } = await arrive({ sub: newSubject() })
  const both = await Promise.all([redeem(code), redeem(code)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.find(({ status }) => status === 401)?.body).toEqual({
    error: 'apple_login',
    message: 'Apple Login error',
  })
  const late = await arrive({ sub: newSubject() })
  app.clock.set(new Date(Date.now() + 11 * 60_000))
  expect((await redeem(late.code)).status).toBe(401)
  app.clock.set(null)
})

test('S16 a code begun in one browser is worth nothing in another, nor is an answer of another issuer', async () => {
  const one = await begin()
  const other = await begin()
  const { fields } = await provider.visit(one.address, { sub: 'ada' })
  const { fields: othersFields } = await provider.visit(other.address, { sub: 'bo' })
  // PKCE must reject the code of one log-in with the state and cookie of the other.
  const mixed = { ...othersFields, code: fields.code! }
  expect(await callback(mixed, other.cookie)).toBe('/login#apple-error')
  const elsewhere = { ...fields, iss: 'https://evil.example' }
  expect(await callback(elsewhere, one.cookie)).toBe('/login#apple-error')
})

test('S16 a link with another’s code logs nobody in, and takes nobody’s own session away', async () => {
  const reader = await logIn({ sub: newSubject() })
  const { code: sent } = await arrive({ sub: newSubject() })
  const { cookie: ownLogin } = await begin()
  for (const cookie of [null, 'apple_state=', 'apple_state=made-up', ownLogin]) {
    const { status, body } = await redeem(sent, {}, cookie)
    expect([status, body]).toEqual([401, { error: 'apple_login', message: 'Apple Login error' }])
  }
  expect((await app.get('/api/user', { as: reader })).body.id).toBe(reader.id)
  // The code still works in the browser that began.
  expect((await redeem(sent)).status).toBe(200)
})
