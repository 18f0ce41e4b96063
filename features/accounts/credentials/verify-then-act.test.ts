import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { untilWaitingForLock, whileLocked } from '#platform/testing/held.ts'

const app = await testApp()
const password = 'fifteen slow doors'
const next = 'sixteen quick doors'
let count = 0
async function joined() {
  const email = `slow${++count}@example.org`
  const { body } = await app.post('/api/register', { userName: `Slow ${count}`, email, password })
  return body as { id: number; token: string; email: string }
}
type Member = Awaited<ReturnType<typeof joined>>
const alive = async (who: { token: string }) =>
  (await app.get('/api/yolos/is-yolo-allowed', { as: who })).status === 200
const logIn = (member: Member, word = password) =>
  app.post('/api/login', { email: member.email, password: word })
async function resetToken({ email }: Member) {
  await app.post('/api/forgot-password', { email })
  const mail = await app.mail(
    (text) => text.includes(`To: ${email}`) && text.includes('Subject: Choose a new password'),
  )
  return /\?token=([\w-]+)/.exec(mail)![1]!
}

/** Lets a password reset commit after `act` has verified its credentials but before it can lock the member. */
async function overtaken<T>(member: Member, act: () => Promise<T>): Promise<T> {
  const token = await resetToken(member)
  const [reset, acted] = await whileLocked(app, member.id, async () => {
    const resetting = app.post('/api/reset-password', { token, password: next })
    await untilWaitingForLock(app, 1)
    const acting = act()
    await untilWaitingForLock(app, 2)
    return [resetting, acting] as const
  })
  expect((await reset).status).toBe(200)
  return acted
}

test('S8 a log-in by the old password opens no session once a reset has overtaken it', async () => {
  const member = await joined()
  const { status, body } = await overtaken(member, () => logIn(member))
  expect([status, body.error]).toEqual([401, 'wrong_login'])
  expect((await logIn(member, next)).status).toBe(200)
})

test.each([
  [
    'a change of password',
    (as: Member) =>
      app.put('/api/user/password', { current: password, password: 'x y z 1 2' }, { as }),
  ],
  [
    'a change of e-mail',
    (as: Member) =>
      app.put('/api/user/email', { email: `evil${as.id}@example.org`, password }, { as }),
  ],
  ['a deletion', (as: Member) => app.delete('/api/user', { password }, { as })],
  ['a disabling', (as: Member) => app.post('/api/user/disable', { password }, { as })],
])('S8 %s that a reset has overtaken does nothing', async (_what, act) => {
  const member = await joined()
  const answer = await overtaken(member, () => act(member))
  expect(answer.status).toBe(401)
  expect((await logIn(member, next)).status).toBe(200)
  const { rows } = await sql`select 1 from pgboss.job
    where data ->> 'to' = ${`evil${member.id}@example.org`}`.execute(app.database)
  expect(rows).toEqual([])
})

/** A log-in locks the member's row until its session is written, so the reset waits and then ends that session. */
test('S8 a session opened during a reset doesn’t survive it', async () => {
  const member = await joined()
  const token = await resetToken(member)
  await sql`create or replace function slow_session() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(4242);
      return new;
    end $$`.execute(app.database)
  await sql`create trigger slow_session before insert on sessions
    for each row execute function slow_session()`.execute(app.database)
  const [login, reset] = await app.database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4242)`.execute(tx)
    const loggingIn = logIn(member)
    await untilWaitingForLock(app, 1)
    const resetting = app.post('/api/reset-password', { token, password: next })
    await Promise.race([resetting, untilWaitingForLock(app, 2)])
    return [loggingIn, resetting] as const
  })
  expect((await reset).status).toBe(200)
  const { status, body } = await login
  expect([200, 401]).toContain(status)
  await sql`drop trigger slow_session on sessions`.execute(app.database)
  expect(status === 200 && (await alive(body))).toBe(false)
})
