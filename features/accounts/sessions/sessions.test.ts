import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxSessions, openSession } from '#platform/server/auth/sessions.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const alive = async (who: { token: string }) =>
  (await app.get('/api/yolos/is-yolo-allowed', { as: who })).status === 200
const another = (id: number, userAgent = '') =>
  openSession(app.database, app.services.clock, id, { userAgent })

test('S31 beyond a thousand sessions the oldest end, and nobody else’s', async () => {
  const [member, other] = [await app.member(), await app.member()]
  await sql`
    insert into sessions (token_hash, user_id, user_agent, created_at, last_used_at, expires_at)
    select sha256(('session ' || n)::bytea), ${member.id}, '', created_at, last_used_at, expires_at
      from sessions, generate_series(2, ${maxSessions}) n where user_id = ${member.id}`.execute(
    app.database,
  )
  expect(await alive(member)).toBe(true)
  const newest = await another(member.id)
  expect([await alive(member), await alive(newest), await alive(other)]).toEqual([
    false,
    true,
    true,
  ])
})

const chief = await app.member({ id: 514 })
const special = await app.member({ id: 20 })
const admin = await app.member({ id: 6 })

test('S36 514 acts as 20, for an hour at most, and both are audited', async () => {
  const { status, body } = await app.post('/api/login/20', {}, { as: chief })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: 20, name: special.name, token: expect.any(String) })
  expect(Date.parse(body.expires) - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect(await alive(body)).toBe(true)
  const row = await app.database
    .selectFrom('audit')
    .select(['actor_id', 'through_id', 'action'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ actor_id: 20, through_id: 514, action: 'login.as-another' })
  app.clock.set(new Date(Date.now() + 61 * 60_000))
  expect(await alive(body)).toBe(false)
  app.clock.set(null)
})

test('S36 nobody else does, and it doesn’t nest', async () => {
  expect((await app.post('/api/login/20', {})).status).toBe(401)
  for (const as of [admin, special, await app.member()])
    expect((await app.post('/api/login/20', {}, { as })).body).toEqual({
      error: 'access_denied',
      message: 'Access denied.',
    })
  const { body } = await app.post('/api/login/20', {}, { as: chief })
  expect((await app.post('/api/login/20', {}, { as: body })).status).toBe(403)
})

test('S36 who acts for 20 changes no credential and takes nothing away', async () => {
  const { body: acting } = await app.post('/api/login/20', {}, { as: chief })
  const tries = [
    app.put('/api/user/password', { current: 'x', password: 'fifteen tall trees' }, { as: acting }),
    app.put('/api/user/email', { email: 'taken.over@example.org' }, { as: acting }),
    app.get('/api/user/export', { as: acting }),
    app.delete('/api/user', { password: 'x' }, { as: acting }),
    app.post('/api/user/disable', { password: 'x' }, { as: acting }),
  ]
  for (const { status, body } of await Promise.all(tries)) {
    expect(status).toBe(403)
    expect(body.error).toBe('not_as_another')
  }
  expect(await alive(special)).toBe(true)
})

test('S36 the session of 20 dies with 514’s, however that ends', async () => {
  const own = await another(514)
  const { body } = await app.post('/api/login/20', {}, { as: own })
  expect((await app.post('/api/logout', {}, { as: own })).status).toBe(200)
  expect(await alive(body)).toBe(false)
  // Logging out as user 20 doesn't end the admin's own session.
  const third = await another(514)
  const { body: last } = await app.post('/api/login/20', {}, { as: third })
  expect((await app.post('/api/logout', {}, { as: last })).status).toBe(200)
  expect(await alive(third)).toBe(true)
})
