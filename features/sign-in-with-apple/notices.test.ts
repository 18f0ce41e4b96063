import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { nightlyQueue } from '#features/accounts/nightly.server.ts'
import { run } from '#features/operating/operating.testing.ts'
import { siteWithApple } from './apple.testing.ts'
import { expiredLoginQueue } from './server.ts'

const { app, provider, arrive, logIn, newSubject } = await siteWithApple()
const { forge, settings } = provider
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test('a notice of Apple ends what was open before it; a forged one nothing', async () => {
  const sub = newSubject()
  const member = await logIn({ sub })
  const alive = async () => (await app.get('/api/user', { as: member })).status
  const tell = async (type: string, sign = forge.own, at = Date.now()) =>
    (
      await app.post('/api/login/apple/notices', {
        payload: await sign({
          iss: settings.issuer,
          aud: 'yolo.web',
          iat: Math.floor(Date.now() / 1000),
          events: JSON.stringify({ type, sub, event_time: at }),
        }),
      })
    ).status
  expect(await tell('consent-revoked', forge.wrongKey)).toBe(401)
  expect(await tell('consent-revoked', forge.none)).toBe(401)
  expect(await tell('consent-revoked', forge.own, Date.now() - 60_000)).toBe(200)
  expect(await alive()).toBe(200)
  expect(await tell('consent-revoked', forge.own, Date.now() + 1000)).toBe(200)
  expect(await alive()).toBe(401)
  expect((await logIn({ sub })).id).toBe(member.id)
  expect(await tell('account-delete', forge.own, Date.now() + 1000)).toBe(200)
  expect((await logIn({ sub })).id).not.toBe(member.id)
})

test('a notice that can’t be read, because Apple’s keys can’t be fetched, may be sent again', async () => {
  const sub = newSubject()
  const member = await logIn({ sub })
  const payload = await forge.own({
    iss: settings.issuer,
    aud: 'yolo.web',
    events: { type: 'account-delete', sub, event_time: Date.now() + 1000 },
  })
  const tell = async () => (await app.post('/api/login/apple/notices', { payload })).status
  const alive = async () => (await app.get('/api/user', { as: member })).status
  // The keys of before are no longer used after ten minutes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
  provider.failKeys(true)
  expect([await tell(), await alive()]).toEqual([503, 200])
  provider.failKeys(false)
  expect([await tell(), await alive()]).toEqual([200, 401])
  vi.useRealTimers()
})

/** Deletes the account of someone who logs in with Apple. Returns the token that is to be revoked. */
async function leave() {
  const member = await logIn({ sub: newSubject() })
  const { refresh_token: token } = await app.database
    .selectFrom('identities')
    .select('refresh_token')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(await provider.isGood(token!)).toBe(true)
  expect((await app.delete('/api/user', {}, { as: member })).status).toBe(200)
  app.clock.set(inDays(15))
  await nightlyQueue(app.services).run({})
  app.clock.set(null)
  return token!
}

test('an account that goes takes its refresh token along, at the provider too', async () => {
  const token = await leave()
  await expect.poll(() => provider.isGood(token)).toBe(false)
})

test('a token that the provider didn’t revoke for hours is revoked once the operator says so', async () => {
  await sql`update pgboss.queue set retry_limit = 0 where name = 'apple-revoke'`.execute(
    app.database,
  )
  provider.failRevocations(true)
  const token = await leave()
  const jobs = async (...args: string[]) => (await run(app.services, 'jobs', ...args)).said
  await expect.poll(() => jobs()).toMatch(/ {2}apple-revoke · failed · /)
  provider.failRevocations(false)
  expect(await provider.isGood(token)).toBe(true)
  expect(await jobs('--retry')).toContain('1 to be tried now.')
  await expect.poll(() => provider.isGood(token)).toBe(false)
  await expect.poll(() => jobs()).toBe('No job waits or has failed.')
})

test('what a log-in that broke off left is forgotten after 30 days', async () => {
  await arrive({ sub: newSubject() })
  const kept = () =>
    app.database.selectFrom('apple_logins').select('key_hash').where('step', '=', 'code').execute()
  app.clock.set(inDays(29))
  await expiredLoginQueue(app.services).run({})
  expect(await kept()).toHaveLength(1)
  app.clock.set(inDays(31))
  await expiredLoginQueue(app.services).run({})
  expect(await kept()).toEqual([])
  app.clock.set(null)
})

test('what anyone may begin without end is forgotten as soon as it has expired', async () => {
  const begun = () =>
    app.database.selectFrom('apple_logins').select('key_hash').where('step', '=', 'state').execute()
  const before = (await begun()).length
  for (let n = 0; n < 3; n++)
    expect((await app.get(`/api/login/apple?next=/${'x'.repeat(1990)}`)).status).toBe(303)
  await expiredLoginQueue(app.services).run({})
  expect(await begun()).toHaveLength(before + 3)
  app.clock.set(new Date(Date.now() + 11 * 60_000))
  await expiredLoginQueue(app.services).run({})
  expect(await begun()).toEqual([])
  app.clock.set(null)
  expect(expiredLoginQueue(app.services).every).toBe('17 * * * *')
})

test('notices that anyone may send don’t make us fetch Apple’s keys each time', async () => {
  const tell = (payload: string) => app.post('/api/login/apple/notices', { payload })
  const notice = { iss: settings.issuer, aud: 'yolo.web', events: {} }
  await tell(await forge.own(notice))
  const before = provider.keysAsked()
  for (let n = 0; n < 20; n++) {
    expect((await tell(await forge.wrongKey(notice))).status).toBe(401)
    expect((await tell(await forge.unknownKey(notice))).status).toBe(401)
    expect((await tell('no token')).status).toBe(401)
  }
  // The keys are fetched at most once more, for the unknown key.
  expect(provider.keysAsked() - before).toBeLessThanOrEqual(1)
})
