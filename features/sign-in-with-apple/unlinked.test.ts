import { afterEach, expect, test } from 'vitest'
import { mailFinder, tokenIn } from '#features/accounts/credentials/mails.testing.ts'
import { nightlyQueue } from '#features/accounts/nightly.server.ts'
import { userCommand } from '#features/accounts/user-command.server.ts'
import { siteWithApple } from './apple.testing.ts'

// What Apple opens is told to the account's address, and stays closed once it is unlinked (rules: apple).

const { app, arrive, redeem, logIn, newSubject } = await siteWithApple()
afterEach(() => app.clock.set(null))
const { mailTo, mailsTo } = mailFinder(app)
const password = 'seven plain spoons'
const linked = 'Apple opens your account now'
const unlinkedMail = 'Apple was unlinked from your account'
type Session = { token: string }
type Person = Parameters<typeof logIn>[0]

let count = 0
/** Joins with a password, and verifies the address where they are logged in. */
async function owner() {
  const email = `owns${++count}@example.org`
  const joining = { userName: `Owns ${count} mailbox`, email, password }
  const { body } = await app.post('/api/register', joining)
  const member = body as { id: number; email: string; token: string }
  const token = tokenIn(await mailTo(email, 'Please verify'))
  expect((await app.post('/api/verify-email', { token }, { as: member })).status).toBe(200)
  const person = { sub: newSubject(), email, email_verified: true }
  return { ...member, person }
}
const byPassword = async (email: string) =>
  (await app.post('/api/login', { email, password })).body as Session
/** Returns what a new password by a mailed link is answered. */
async function reset(email: string) {
  await app.post('/api/forgot-password', { email })
  const token = tokenIn(await mailTo(email, 'Choose a new password'))
  const { status, body } = await app.post('/api/reset-password', { token, password })
  expect(status).toBe(200)
  return body as { apple: boolean }
}
const unlink = async (as: Session) =>
  expect((await app.delete('/api/user/apple', { password }, { as })).status).toBe(200)
const own = async (as: Session) => (await app.get('/api/user', { as })).body
/** Returns the outcome of a log-in with Apple in a browser where `as` is logged in. */
async function triesToLogIn(person: Person, as?: Session) {
  const { code, isNew } = await arrive(person)
  expect(isNew).toBe(false)
  const { status, body } = await redeem(code, {}, undefined, as)
  return { status, error: body.error, id: body.id, message: body.message as string }
}
/** Deletes an account, and what is left of it 15 days later. */
async function leaves(as: Session, word?: string) {
  expect((await app.delete('/api/user', word ? { password: word } : {}, { as })).status).toBe(200)
  app.clock.set(new Date(Date.now() + 15 * 86_400_000))
  await nightlyQueue(app.services).run({})
  app.clock.set(null)
}
const refused = { status: 403, error: 'apple_unlinked' }

test('S16 an account’s address is told that Apple opens it now, and that it doesn’t any more; a newcomer isn’t', async () => {
  const newcomer = `comes${++count}@example.org`
  await logIn({ sub: newSubject(), email: newcomer, email_verified: true })
  const { email, id, person, token } = await owner()
  expect((await logIn(person)).id).toBe(id)
  const mail = await mailTo(email, linked)
  expect(mail).toContain('unlink Apple')
  expect(mail).toContain('http://yolo.test/account')
  expect((await logIn(person)).id).toBe(id)
  await unlink({ token })
  expect(await mailTo(email, unlinkedMail)).toContain('http://yolo.test/forgot-password')
  // Nothing is linked any more.
  await unlink({ token })
  await app.post('/api/forgot-password', { email })
  await mailTo(email, 'Choose a new password')
  expect((await mailsTo(email, linked)).length).toBe(1)
  expect((await mailsTo(email, unlinkedMail)).length).toBe(1)
  expect(await mailsTo(newcomer, linked)).toEqual([])
})

test('S16 a new password by a mailed link, and the mails that lead there, say whether Apple still opens the account', async () => {
  const opened = await owner()
  await logIn(opened.person)
  const alone = await owner()
  const unlinked = await owner()
  await logIn(unlinked.person)
  await unlink(unlinked)
  // The reset unlinks it, since a stranger might have made this account.
  const email = `waits${++count}@example.org`
  const stranger = await logIn({ sub: newSubject(), email, email_verified: false })
  for (const { email, apple } of [
    { ...opened, apple: true },
    { ...alone, apple: false },
    { ...unlinked, apple: false },
    { ...stranger, apple: false },
  ]) {
    expect(await reset(email)).toEqual({ apple })
    const leaving = { as: await byPassword(email) }
    expect((await app.post('/api/user/disable', { password }, leaving)).status).toBe(200)
    await byPassword(email)
    for (const subject of ['Your password has changed', 'Your account is back']) {
      const mail = await mailTo(email, subject)
      expect(mail.includes('Apple opens your account without the password.')).toBe(apple)
      expect(mail.includes('Apple')).toBe(apple)
    }
  }
})

test('S16 what a member unlinked isn’t linked again by its address alone, but where they are logged in', async () => {
  const { email, id, person, token } = await owner()
  await logIn(person)
  await unlink({ token })
  const { message, ...outcome } = await triesToLogIn(person)
  expect(outcome).toMatchObject(refused)
  expect(message).toContain('Log in with your password, or choose a new one.')
  // Another member's session opens nothing, nor one that has ended.
  for (const as of [await app.member(), { token: 'ended' }])
    expect((await triesToLogIn(person, as)).id).toBeUndefined()
  // Nothing of the refused log-ins stays.
  expect(await own({ token })).toMatchObject({
    appleUnlinked: true,
    loginInfo: { appleLogin: false },
  })
  // Another log-in of Apple's with this address, who needs the mailbox for it, is linked, and told.
  expect((await triesToLogIn({ ...person, sub: newSubject() })).id).toBe(id)
  await unlink({ token })
  expect((await triesToLogIn(person, { token })).id).toBe(id)
  expect((await logIn(person)).id).toBe(id)
  await expect.poll(async () => (await mailsTo(email, linked)).length).toBe(3)
})

test('S16 … also after that log-in had another account, which is gone', async () => {
  const { id, person, token } = await owner()
  await logIn(person)
  await unlink({ token })
  // Apple lets its member choose again which address it tells.
  const relay = `relay${count}@privaterelay.appleid.com`
  const other = await logIn({ ...person, email: relay })
  expect(other.id).not.toBe(id)
  expect((await logIn(person)).id).toBe(other.id)
  await leaves(other)
  expect(await triesToLogIn(person)).toMatchObject(refused)
  // It is forgotten with the account that it was unlinked from.
  await leaves({ token }, password)
  const kept = app.database.selectFrom('unlinked_identities').select('subject')
  expect(await kept.where('user_id', '=', id).execute()).toEqual([])
  expect(await logIn(person)).toMatchObject({ isNew: true, verified: true })
})

test('S16 … nor what the operator unlinked by a new password', async () => {
  const { id, person } = await owner()
  await logIn(person)
  expect(await userCommand.run(['password', String(id)], app.services)).toBe(0)
  expect(await triesToLogIn(person)).toMatchObject(refused)
})

test('S16 … nor where an undo has taken the password: what was unlinked before stays so', async () => {
  const { email, id, person, token } = await owner()
  await logIn(person)
  await unlink({ token })
  const to = `elsewhere${count}@example.org`
  expect(
    (await app.put('/api/user/email', { email: to, password }, { as: { token } })).status,
  ).toBe(200)
  const undoing = tokenIn(await mailTo(email, 'Your e-mail is about to change'))
  expect((await app.post('/api/user/email/undo', { token: undoing })).status).toBe(200)
  expect(await triesToLogIn(person)).toMatchObject(refused)
  const chosen = tokenIn(await mailTo(email, 'Choose a new password'))
  expect((await app.post('/api/reset-password', { token: chosen, password })).status).toBe(200)
  expect(await triesToLogIn(person)).toMatchObject(refused)
  const session = await byPassword(email)
  expect((await triesToLogIn(person, session)).id).toBe(id)
  expect(await own(session)).toMatchObject({ appleUnlinked: false })
})
