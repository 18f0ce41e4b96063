import { expect, test, vi } from 'vitest'
import { userCommand } from '#features/accounts/user-command.server.ts'
import { siteWithApple } from './apple.testing.ts'

const { app, logIn, row, newSubject } = await siteWithApple()
const password = 'seven plain spoons'
type Session = { token: string }

const linkTo = async (email: string, page: string) => {
  const mail = await app.mail(
    (text) => text.includes(`To: ${email}`) && text.includes(`/${page}?token=`),
  )
  return /\?token=([\w-]+)/.exec(mail)![1]!
}
const verify = async (email: string, as?: Session) =>
  app.post('/api/verify-email', { token: await linkTo(email, 'verification-success') }, { as })
async function reset(email: string, as?: Session) {
  await app.post('/api/forgot-password', { email })
  const token = await linkTo(email, 'reset-password')
  const { status } = await app.post('/api/reset-password', { token, password }, { as })
  expect(status).toBe(200)
}
const byPassword = (email: string, word = password) =>
  app.post('/api/login', { email, password: word })
const alive = async (as: Session) => (await app.get('/api/user', { as })).status === 200

let count = 0
/** Joins by Apple with an address that Apple doesn't vouch for. */
async function squatter() {
  const person = { sub: newSubject(), email: `squatted${++count}@example.org` }
  const joined = await logIn(person)
  expect(joined).toMatchObject({ email: person.email, verified: false })
  return { ...joined, person }
}

test('S16 who joined by Apple with a stranger’s address is out once its owner chooses a password', async () => {
  const thief = await squatter()
  await reset(thief.email)
  expect((await byPassword(thief.email)).body).toMatchObject({ id: thief.id, verified: true })
  expect(await alive(thief)).toBe(false)
  const again = await logIn(thief.person)
  expect(again.id).not.toBe(thief.id)
  expect(again.email).toBe('')
})

test('S16 … also if the owner opened the mail that verifies the address first', async () => {
  const thief = await squatter()
  expect((await verify(thief.email)).body.verified).toBe(true)
  await reset(thief.email)
  expect((await logIn(thief.person)).id).not.toBe(thief.id)
  expect(await alive(thief)).toBe(false)
})

test('S16 … and if the owner undoes a change of e-mail', async () => {
  const thief = await squatter()
  await verify(thief.email)
  const to = `carried.off${count}@example.org`
  const asked = await app.put('/api/user/email', { email: to }, { as: thief })
  expect(asked.status).toBe(200)
  const token = await linkTo(thief.email, 'undo-email')
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
  const chosen = await linkTo(thief.email, 'reset-password')
  await app.post('/api/reset-password', { token: chosen, password })
  expect((await byPassword(thief.email)).body.id).toBe(thief.id)
  expect((await logIn(thief.person)).id).not.toBe(thief.id)
})

test('S16 a log-in with Apple that crosses the reset stays out, and its refresh token is revoked', async () => {
  const thief = await squatter()
  await app.database
    .updateTable('identities')
    .set({ refresh_token: `refresh of ${thief.id}` })
    .where('user_id', '=', thief.id)
    .execute()
  await app.post('/api/forgot-password', { email: thief.email })
  const token = await linkTo(thief.email, 'reset-password')
  const sent = vi.spyOn(app.services.jobs, 'send')
  const [, ...crossing] = await Promise.all([
    app.post('/api/reset-password', { token, password }),
    ...[1, 2, 3].map(() => logIn(thief.person).catch(() => null)),
  ])
  for (const session of crossing)
    if (session?.id === thief.id) expect(await alive(session)).toBe(false)
  const revoked = sent.mock.calls.filter(([queue]) => queue === 'apple-revoke')
  expect(revoked.map(([, job]) => job)).toEqual([{ refreshToken: expect.any(String) }])
  sent.mockRestore()
  const left = app.database.selectFrom('identities').select('subject')
  expect(await left.where('user_id', '=', thief.id).execute()).toEqual([])
})

test('S16 an address that a thief asked for before is forgotten with the reset', async () => {
  const thief = await squatter()
  const to = `waiting${count}@example.org`
  expect((await app.put('/api/user/email', { email: to }, { as: thief })).status).toBe(200)
  await reset(thief.email)
  const { body: owner } = await byPassword(thief.email)
  expect((await app.get('/api/user', { as: owner })).body.pendingEmail).toBeNull()
  expect((await app.post('/api/user/email/resend', {}, { as: owner })).status).toBe(409)
  expect((await verify(to)).status).toBe(400)
})

test('S16 the operator’s new password ends the log-ins with Apple, and a link that undoes a change of e-mail', async () => {
  const thief = await squatter()
  await verify(thief.email)
  const to = `given.back${count}@example.org`
  expect((await app.put('/api/user/email', { email: to }, { as: thief })).status).toBe(200)
  const token = await linkTo(thief.email, 'undo-email')
  expect((await verify(to)).status).toBe(200)
  const args = ['password', String(thief.id), '--email', to]
  expect(await userCommand.run(args, app.services)).toBe(0)
  expect(await alive(thief)).toBe(false)
  expect((await app.post('/api/user/email/undo', { token })).body.error).toBe('invalid_token')
  expect((await logIn(thief.person)).id).not.toBe(thief.id)
})

test('S16 a stranger’s password and sessions end when the owner of a verified address comes by Apple', async () => {
  const email = 'made.by.another@example.org'
  const word = 'a stranger’s word'
  const joining = { userName: 'Made by another', email, password: word }
  const { body: stranger } = await app.post('/api/register', joining)
  expect((await verify(email)).status).toBe(200)
  const owner = await logIn({ sub: newSubject(), email, email_verified: true })
  expect(owner.id).toBe(stranger.id)
  expect([await alive(owner), await alive(stranger)]).toEqual([true, false])
  expect((await byPassword(email, word)).status).toBe(401)
  // The owner is sent a link to choose a password of their own.
  const token = await linkTo(email, 'reset-password')
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  expect((await byPassword(email)).body.id).toBe(stranger.id)
})

test('S16 who verified the address where they are logged in keeps password and sessions when they come by Apple', async () => {
  const email = 'own.browser@example.org'
  const { body: member } = await app.post('/api/register', {
    userName: 'Own Browser',
    email,
    password,
  })
  await verify(email, member)
  const again = await logIn({ sub: newSubject(), email, email_verified: true })
  expect(again.id).toBe(member.id)
  expect(await alive(member)).toBe(true)
  expect((await byPassword(email)).status).toBe(200)
})

test('S16 a member by Apple who verifies the address in their own session stays linked, also after a reset', async () => {
  const member = await squatter()
  expect((await verify(member.email, member)).status).toBe(200)
  await reset(member.email)
  expect((await logIn(member.person)).id).toBe(member.id)
})

test('S16 a member by Apple who verifies elsewhere and gets a password from their settings stays linked', async () => {
  const member = await squatter()
  await verify(member.email)
  expect((await logIn(member.person)).id).toBe(member.id)
  await reset(member.email, member)
  expect((await logIn(member.person)).id).toBe(member.id)
  // Another member's session proves nothing.
  const thief = await squatter()
  await reset(thief.email, await app.member())
  expect((await logIn(thief.person)).id).not.toBe(thief.id)
})

test('S16 a member with a relay address, which Apple vouches for, can reset, move and undo, and is still known', async () => {
  const relay = `relay${++count}@privaterelay.appleid.com`
  const person = { sub: newSubject(), email: relay, email_verified: true }
  const member = await logIn(person)
  await reset(relay)
  const { id, token } = await logIn(person)
  expect(id).toBe(member.id)
  const to = `own${count}@example.org`
  const as = { token }
  expect((await app.put('/api/user/email', { email: to, password }, { as })).status).toBe(200)
  expect((await verify(to, as)).body.email).toBe(to)
  expect((await logIn(person)).id).toBe(member.id)
  // An undo unlinks everything, but Apple vouches for the address, so the next log-in is linked to the same account.
  const undo = await linkTo(relay, 'undo-email')
  expect((await app.post('/api/user/email/undo', { token: undo })).status).toBe(200)
  expect((await row(member.id)).email).toBe(relay)
  expect((await logIn(person)).id).toBe(member.id)
})

test('a member unlinks Apple with their password; without one they must get it first', async () => {
  const email = `unlinks${++count}@example.org`
  const person = { sub: newSubject(), email, email_verified: true }
  const member = await logIn(person)
  const unlink = (as: Session, input: object = {}) => app.delete('/api/user/apple', input, { as })
  const linked = async (as: Session) =>
    (await app.get('/api/user', { as })).body.loginInfo.appleLogin as boolean
  const only = await unlink(member)
  expect([only.status, only.body.error]).toEqual([409, 'password_first'])
  await reset(email, member)
  const { body: owner } = await byPassword(email)
  const other = await logIn(person)
  expect(other.id).toBe(member.id)
  expect((await unlink(owner)).body.error).toBe('wrong_password')
  expect((await unlink(owner, { password: 'not their password' })).status).toBe(403)
  expect(await linked(owner)).toBe(true)
  expect((await unlink(owner, { password })).status).toBe(200)
  expect([await linked(owner), await alive(other)]).toEqual([false, false])
  expect((await byPassword(email)).body.id).toBe(member.id)
})
