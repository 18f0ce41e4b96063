import { afterEach, expect, test } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp } from '#platform/testing/app.ts'
import { mailFinder, tokenIn } from './mails.testing.ts'

const app = await testApp()
afterEach(() => app.clock.set(null))
const password = 'eleven green bottles'
const minute = 60_000
const day = 24 * 60 * minute
type Member = { id: number; token: string; email: string }
type Session = { token: string }

let count = 0
/** Joins, and verifies the address unless told otherwise. */
async function joined({ verified = true } = {}): Promise<Member> {
  const email = `owner${++count}@example.org`
  const { body } = await app.post('/api/register', { userName: `Owner ${count}`, email, password })
  if (verified) expect(await press(tokenIn(await mailTo(email, 'Please verify')))).toBe(200)
  return body
}
const logIn = (email: string, word = password) => app.post('/api/login', { email, password: word })
const alive = async (who: Session) => (await app.get('/api/user', { as: who })).status === 200
const change = (as: Session, input: object) => app.put('/api/user/email', input, { as })
const press = async (token: string) => (await app.post('/api/verify-email', { token })).status
const reset = (token: string, word = 'twelve green bottles') =>
  app.post('/api/reset-password', { token, password: word })
const { mailsTo, mailTo } = mailFinder(app)

/** Moves the account to another address, like a thief who knows the password. Returns the old address's token. */
async function moved(member: Session, from: string, to: string): Promise<string> {
  expect((await change(member, { email: to, password })).status).toBe(200)
  expect(await press(tokenIn(await mailTo(to, 'Confirm your new e-mail')))).toBe(200)
  return tokenIn(await mailTo(from, 'Your e-mail has changed'))
}

test('a new e-mail takes effect when its link is pressed, once', async () => {
  const member = await joined()
  const next = `moved${member.id}@example.org`
  const { body } = await change(member, { email: next, password })
  expect(body).toEqual({ result: { email: next, pending: true } })
  expect((await app.get('/api/user', { as: member })).body.pendingEmail).toBe(next)
  expect((await logIn(next)).status).toBe(401)
  const token = tokenIn(await mailTo(next, 'Confirm your new e-mail'))
  const pressed = await app.post('/api/verify-email', { token })
  expect(pressed.body).toEqual({ id: member.id, verified: true, changed: true, email: next })
  expect((await logIn(next)).body).toMatchObject({ id: member.id, email: next, verified: true })
  expect((await logIn(member.email)).status).toBe(401)
  expect((await app.post('/api/verify-email', { token })).body.error).toBe('link_used')
})

test('a session alone changes no e-mail: it asks for the password', async () => {
  const member = await joined()
  const thief = `thief${member.id}@example.org`
  const without = await change(member, { email: thief })
  expect([without.status, without.body]).toMatchObject([
    403,
    { error: 'password_needed', fields: { password: expect.any(String) } },
  ])
  const wrong = await change(member, { email: thief, password: 'a guess of the thief' })
  expect([wrong.status, wrong.body.error]).toEqual([403, 'wrong_password'])
  expect(await mailsTo(thief, 'Confirm')).toEqual([])
})

test('a log-in with Apple stands for a password for five minutes, another one doesn’t', async () => {
  const { id } = await app.member()
  const session = (byApple: boolean) =>
    openSession(app.database, app.services.clock, id, { userAgent: 'test', byApple })
  const [plain, apple] = [await session(false), await session(true)]
  const asked = async (as: Session) => {
    const { status, body } = await change(as, { email: `apple${id}@example.org` })
    return body.error ?? status
  }
  expect(await asked(plain)).toBe('password_needed')
  app.clock.set(new Date(Date.now() + 5 * minute + 1000))
  expect(await asked(apple)).toBe('password_needed')
  app.clock.set(new Date(Date.now() + 4 * minute))
  expect(await asked(apple)).toBe(200)
})

test('S6 asking for a new e-mail ends the other sessions', async () => {
  const member = await joined()
  const { body: other } = await logIn(member.email)
  await change(member, { email: `new${member.id}@example.org`, password })
  expect([await alive(member), await alive(other)]).toEqual([true, false])
})

test('S7 asking for an address that is someone’s tells only its owner', async () => {
  const [member, owner] = [await joined(), await joined({ verified: false })]
  const { status, body } = await change(member, { email: owner.email, password })
  expect([status, body]).toEqual([200, { result: { email: owner.email, pending: true } }])
  await mailTo(owner.email, 'Someone tried to use your e-mail')
  expect(await mailsTo(owner.email, 'Confirm')).toEqual([])
})

test('who joined with the new address before its link was pressed keeps it', async () => {
  const member = await joined()
  const email = `late${member.id}@example.org`
  await change(member, { email, password })
  const token = tokenIn(await mailTo(email, 'Confirm your new e-mail'))
  await app.post('/api/register', { userName: `Late ${member.id}`, email, password })
  expect((await app.post('/api/verify-email', { token })).body.error).toBe('address_in_use')
})

test('S8 a link to a mistyped address is void once another was asked for, or the password is new', async () => {
  const member = await joined()
  const typo = `typo${member.id}@example.org`
  await change(member, { email: typo, password })
  const stranger = tokenIn(await mailTo(typo, 'Confirm your new e-mail'))
  const right = `right${member.id}@example.org`
  await change(member, { email: right, password })
  expect(await press(stranger)).toBe(400)
  const token = tokenIn(await mailTo(right, 'Confirm your new e-mail'))
  const input = { current: password, password: 'thirteen red cups' }
  expect((await app.put('/api/user/password', input, { as: member })).status).toBe(200)
  expect(await press(token)).toBe(400)
  expect((await app.get('/api/user', { as: member })).body.pendingEmail).toBeNull()
})

test('the old address takes the account back with a new password, whatever the thief did, for seven days', async () => {
  const member = await joined()
  const thief = `taken${member.id}@example.org`
  const token = await moved(member, member.email, thief)
  const { body: stolen } = await logIn(thief)
  // The thief moves on, so that the owner's link isn't the last one.
  const second = `again${member.id}@example.org`
  const thiefs = await moved(stolen, thief, second)
  const next = 'twelve green bottles'
  expect((await reset(token, next)).body).toEqual({ email: member.email })
  expect((await logIn(second)).status).toBe(401)
  expect((await logIn(member.email, next)).body).toMatchObject({ id: member.id, verified: true })
  expect(await alive(stolen)).toBe(false)
  expect((await reset(thiefs)).body.error).toBe('invalid_token')
  expect((await reset(token)).body.error).toBe('invalid_token')

  const slow = await joined()
  const late = await moved(slow, slow.email, `late${slow.id}@example.org`)
  app.clock.set(new Date(Date.now() + 7.1 * day))
  expect((await reset(late)).body.error).toBe('invalid_token')
})

test('an address that was never verified can’t take the account back', async () => {
  const member = await joined({ verified: false })
  const next = `own${member.id}@example.org`
  await change(member, { email: next, password })
  expect(await press(tokenIn(await mailTo(next, 'Confirm your new e-mail')))).toBe(200)
  await mailTo(next, 'Confirm your new e-mail')
  expect(await mailsTo(member.email, 'Your e-mail has changed')).toEqual([])
})

test('a reset drops a requested change, and voids all older links', async () => {
  const member = await joined()
  const thief = `waits${member.id}@example.org`
  await change(member, { email: thief, password })
  const link = tokenIn(await mailTo(thief, 'Confirm your new e-mail'))
  const ask = async (before = '') => {
    await app.post('/api/forgot-password', { email: member.email })
    const isNew = (text: string) =>
      text.includes(`To: ${member.email}`) &&
      text.includes('Choose a new') &&
      tokenIn(text) !== before
    return tokenIn(await app.mail(isNew))
  }
  const first = await ask()
  const second = await ask(first)
  expect((await reset(second)).status).toBe(200)
  expect((await reset(first)).body.error).toBe('invalid_token')
  expect(await press(link)).toBe(400)
})
