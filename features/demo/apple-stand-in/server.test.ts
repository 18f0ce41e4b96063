import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

// e2e/accounts/apple.spec.ts logs in with it.
const settings = { appleStandIn: true }
const app = await testApp({ settings })

const exchange = (code: string) =>
  app.request('POST', '/api/pretend-apple/token', {
    body: new URLSearchParams({ code }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })

test('the stand-in issues id tokens for what was typed; the same e-mail is the same person', async () => {
  const { body: metadata } = await app.get('/api/pretend-apple/.well-known/openid-configuration')
  const keys = createLocalJWKSet((await app.get('/api/pretend-apple/keys')).body as JSONWebKeySet)
  const claims = async (email: string) => {
    const { status, body } = await exchange(`${new URLSearchParams({ email, nonce: 'n' })}`)
    expect(status).toBe(200)
    const options = { issuer: metadata.issuer, audience: 'yolo.pretend' }
    return (await jwtVerify(body.id_token, keys, options)).payload
  }
  const first = await claims('ada@example.org')
  expect(first).toMatchObject({ email: 'ada@example.org', email_verified: true, nonce: 'n' })
  expect((await claims('ADA@example.org')).sub).toBe(first.sub)
  expect((await claims('bo@example.org')).sub).not.toBe(first.sub)
})

test('a code without an e-mail is refused', async () => {
  const { status, body } = await exchange('something')
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
})

test('the stand-in starts on a loopback address only', async () => {
  const onAll = { ...settings, loopback: false, host: '0.0.0.0' }
  await expect(testApp({ settings: onAll, sharing: app })).rejects.toThrow(/loopback address only/)
})
