import { afterEach, expect, test } from 'vitest'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp } from '#platform/testing/app.ts'
import { nightlyQueue } from '../nightly.server.ts'
import { userCommand } from '../user-command.server.ts'
import { mailFinder, tokenIn } from './mails.testing.ts'

const app = await testApp()
afterEach(() => app.clock.set(null))
const password = 'eleven green bottles'
const minute = 60_000
const day = 24 * 60 * minute
type Member = { id: number; token: string; email: string }
type Session = { token: string }

let count = 0
const register = async (email: string, userName = `Owner ${++count} of mail`) =>
  (await app.post('/api/register', { userName, email, password })).body as Member
const prove = async ({ id }: { id: number }) =>
  app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', id)
    .execute()
/** Joins, and has proven the address. */
async function joined() {
  const member = await register(`owner${count + 1}@example.org`)
  await prove(member)
  return member
}
const logIn = (email: string, word = password) => app.post('/api/login', { email, password: word })
const alive = async (who: Session) => (await app.get('/api/user', { as: who })).status === 200
const change = (as: Session, input: object) => app.put('/api/user/email', input, { as })
const undo = (token: string, more: object = {}) =>
  app.post('/api/user/email/undo', { token, ...more })
const emailOf = async (as: Session) => (await app.get('/api/user', { as })).body.email as string
const { mailsTo, mailTo } = mailFinder(app)
const undoToken = async (email: string) => {
  const mail = await mailTo(email, 'Your e-mail is about to change')
  expect(mail).toContain('http://yolo.test/undo-email?token=')
  return tokenIn(mail)
}

/** Changes and confirms the e-mail, like a thief who knows the password. Returns the undo token of the old address. */
async function moved(member: Member, to: string): Promise<string> {
  const from = await emailOf(member)
  expect((await change(member, { email: to, password })).status).toBe(200)
  const token = tokenIn(await mailTo(to, 'Confirm your new e-mail'))
  expect((await app.post('/api/verify-email', { token })).status).toBe(200)
  return undoToken(from)
}

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
  const { body } = await change(member, { email: thief, password })
  expect(body).toEqual({ result: { email: thief, pending: true } })
})

test('a log-in with Apple stands for a password for five minutes, another one doesn’t', async () => {
  const { id } = await app.member()
  const session = (byApple: boolean) =>
    openSession(app.database, app.services.clock, id, { userAgent: 'test', byApple })
  const plain = await session(false)
  const apple = await session(true)
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

test('an admin gives their password like anyone else', async () => {
  const { token } = await app.member({ id: 6 })
  expect((await change({ token }, { email: 'six@example.org' })).body.error).toBe('password_needed')
})

test('S6 asking for a new e-mail ends the other sessions', async () => {
  const member = await joined()
  const { body: other } = await logIn(member.email)
  expect((await change(member, { email: `new${member.id}@example.org`, password })).status).toBe(
    200,
  )
  expect([await alive(member), await alive(other)]).toEqual([true, false])
})

/** Checks that an undo has voided the password, sets a new one by the mailed link, and logs in with it. */
async function chooseNewPassword(email: string) {
  expect((await logIn(email)).status).toBe(401)
  const mail = await mailTo(email, 'Choose a new password')
  expect(mail).toMatch(/old\s+one\s+ended/)
  const token = tokenIn(mail)
  const next = 'twelve green bottles'
  expect((await app.post('/api/reset-password', { token, password: next })).status).toBe(200)
  return logIn(email, next)
}

test('the old address undoes a change that took effect, once, for seven days', async () => {
  const member = await joined()
  const thief = `taken${member.id}@example.org`
  const token = await moved(member, thief)
  expect((await logIn(member.email)).status).toBe(401)
  const { body: stolen } = await logIn(thief)
  expect((await undo(token)).body).toEqual({})
  expect([await alive(member), await alive(stolen)]).toEqual([false, false])
  expect((await logIn(thief)).status).toBe(401)
  expect((await chooseNewPassword(member.email)).body).toMatchObject({
    id: member.id,
    verified: true,
  })
  expect((await undo(token)).body.error).toBe('invalid_token')

  const slow = await joined()
  const late = await moved(slow, `late${slow.id}@example.org`)
  app.clock.set(new Date(Date.now() + 6.9 * day))
  await nightlyQueue(app.services).run({})
  app.clock.set(new Date(Date.now() + 7.1 * day))
  expect((await undo(late)).status).toBe(400)
  await nightlyQueue(app.services).run({})
  const left = app.database.selectFrom('email_changes').select('id').where('user_id', '=', slow.id)
  expect(await left.execute()).toEqual([])
})

test('a change that waited longer than seven days can be undone for seven days after it took effect', async () => {
  const member = await joined()
  const thief = `patient${member.id}@example.org`
  // The first verification stays: it tells whether a member was verified when the rule held them.
  const users = app.database.selectFrom('users').select('email_verified_at')
  const verified = async () => (await users.where('id', '=', member.id).execute())[0]!
  const since = await verified()
  await change(member, { email: thief, password })
  const token = await undoToken(member.email)
  const first = tokenIn(await mailTo(thief, 'Confirm your new e-mail'))
  app.clock.set(new Date(Date.now() + 8 * day))
  await nightlyQueue(app.services).run({})
  expect((await app.post('/api/user/email/resend', {}, { as: member })).status).toBe(200)
  await expect.poll(async () => (await mailsTo(thief, 'Confirm your new e-mail')).length).toBe(2)
  const links = (await mailsTo(thief, 'Confirm your new e-mail')).map(tokenIn)
  const confirm = links.find((link) => link !== first)!
  expect((await app.post('/api/verify-email', { token: confirm })).status).toBe(200)
  expect((await logIn(thief)).status).toBe(200)
  expect(await verified()).toEqual(since)
  app.clock.set(new Date(Date.now() + 14 * day))
  await nightlyQueue(app.services).run({})
  expect((await undo(token)).status).toBe(200)
  expect(await verified()).toEqual(since)
  expect((await logIn(thief)).status).toBe(401)
  expect((await chooseNewPassword(member.email)).body.id).toBe(member.id)
})

test('before the new address is confirmed the same link takes the request back', async () => {
  const member = await joined()
  const next = `unsure${member.id}@example.org`
  await change(member, { email: next, password })
  const confirm = tokenIn(await mailTo(next, 'Confirm your new e-mail'))
  expect((await undo(await undoToken(member.email))).status).toBe(200)
  expect((await app.post('/api/verify-email', { token: confirm })).status).toBe(400)
  expect((await chooseNewPassword(member.email)).body.id).toBe(member.id)
})

test('a new password takes back a new address that waits, which might be of who knew the old one', async () => {
  const member = await joined()
  await change(member, { email: `waits${member.id}@example.org`, password })
  const next = { current: password, password: 'nine calm otters' }
  expect((await app.put('/api/user/password', next, { as: member })).status).toBe(200)
  expect((await app.get('/api/user', { as: member })).body.pendingEmail).toBeNull()
  expect((await app.post('/api/user/email/resend', {}, { as: member })).status).toBe(409)
})

test('a thief who changes the password, moves on, links Apple and takes the old address loses it all', async () => {
  const member = await joined()
  const first = `first${member.id}@example.org`
  const token = await moved(member, first)
  await app.put(
    '/api/user/password',
    { current: password, password: 'the thief’s own' },
    { as: member },
  )
  expect(
    (await change(member, { email: `second${member.id}@example.org`, password: 'the thief’s own' }))
      .status,
  ).toBe(200)
  const thiefsUndo = await undoToken(first)
  await app.database
    .insertInto('identities')
    .values({ issuer: 'apple', subject: `thief ${member.id}`, user_id: member.id })
    .execute()
  const squatter = await register(member.email)
  expect(squatter.id).not.toBe(member.id)
  expect((await undo(token, { takeAddress: true })).status).toBe(200)
  expect((await undo(thiefsUndo)).status).toBe(400)
  const identities = app.database.selectFrom('identities').select('subject')
  expect(await identities.where('user_id', '=', member.id).execute()).toEqual([])
  expect((await logIn(member.email, 'the thief’s own')).status).toBe(401)
  expect((await chooseNewPassword(member.email)).body.id).toBe(member.id)
})

test('who has proved since that the old address is theirs keeps it', async () => {
  const member = await joined()
  // Only an account that its member didn't prove themself loses the mailbox meanwhile.
  await app.database
    .updateTable('mailboxes')
    .set({ proven_elsewhere: true })
    .where('user_id', '=', member.id)
    .execute()
  const token = await moved(member, `gone${member.id}@example.org`)
  const owner = await register(member.email)
  // The member's own link might be there, too.
  const verified = async () => {
    const links = (await mailsTo(member.email, 'Please verify')).map(tokenIn)
    for (const link of links) await app.post('/api/verify-email', { token: link }, { as: owner })
    return (await app.get('/api/user', { as: owner })).body.verified
  }
  await expect.poll(verified).toBe(true)
  expect((await undo(token, { takeAddress: true })).body.error).toBe('invalid_token')
  expect(await emailOf(owner)).toBe(member.email)
})

test('S16 an account that was made with the old address meanwhile loses it only if the reader of the mail says so', async () => {
  const member = await joined()
  const token = await moved(member, `moved.on${member.id}@example.org`)
  const later = await register(member.email)
  const asked = await undo(token)
  expect([asked.status, asked.body.error]).toEqual([409, 'address_in_use'])
  expect([await alive(later), await emailOf(later)]).toEqual([true, member.email])
  expect((await logIn(member.email)).body.id).toBe(later.id)
  // The link is still good for the other answer.
  expect((await undo(token, { takeAddress: true })).status).toBe(200)
  expect(await emailOf(later)).toBe('')
  expect((await chooseNewPassword(member.email)).body.id).toBe(member.id)
})

test('S16 an address that a stranger joined with and never proved goes to who proves it, if they say so', async () => {
  const [member, own] = [await joined(), await joined()]
  const stranger = await register(`wanted${member.id}@example.org`)
  const email = await emailOf(stranger)
  const verify = (token: string, as?: Session, more: object = {}) =>
    app.post('/api/verify-email', { token, ...more }, { as })
  expect((await change(member, { email, password })).status).toBe(200)
  const token = tokenIn(await mailTo(email, 'Confirm your new e-mail'))
  // Whose it is isn't known where another, or nobody, is logged in.
  for (const as of [undefined, own, stranger]) {
    const { status, body } = await verify(token, as, { takeAddress: true })
    expect([status, body.error]).toEqual([409, 'address_in_use'])
  }
  // The other account may be theirs, too.
  const check = await app.post('/api/verify-email/check', { token }, { as: member })
  expect(check.body).toMatchObject({ isOwn: true, takes: true })
  expect((await verify(token, member)).body.error).toBe('address_in_use')
  expect(await emailOf(stranger)).toBe(email)
  expect((await verify(token, member, { takeAddress: true })).status).toBe(200)
  expect([await emailOf(member), await emailOf(stranger)]).toEqual([email, ''])
  // No mail can be sent to who lost it.
  const resent = await app.post('/api/resend-verification', {}, { as: stranger })
  expect([resent.status, resent.body.error]).toEqual([409, 'no_email'])
  // An address that its member has proven goes to nobody else.
  expect((await change(own, { email, password })).status).toBe(200)
  expect(await mailTo(email, 'Someone tried to use')).toMatch(/that\s+of\s+another\s+account/)
  expect(await mailsTo(email, 'Confirm your new e-mail')).toHaveLength(1)
})

test('an address whose account got a new password stays there for a while, as the page of the link says', async () => {
  const member = await joined()
  for (const then of ['moves', 'is deleted'] as const) {
    const email = `kept.${then.length}.${member.id}@example.org`
    const other = await register(email)
    expect((await change(member, { email, password })).status).toBe(200)
    const token = tokenIn(await mailTo(email, 'Confirm your new e-mail'))
    await app.post('/api/forgot-password', { email })
    const reset = tokenIn(await mailTo(email, 'Choose a new password'))
    expect((await app.post('/api/reset-password', { token: reset, password })).status).toBe(200)
    const { body: as } = await logIn(email)
    expect(as.id).toBe(other.id)
    if (then === 'moves') await moved(as, `elsewhere.${member.id}@example.org`)
    else expect((await app.delete('/api/user', { password }, { as })).status).toBe(200)
    const answer = await app.post('/api/verify-email', { token, takeAddress: true }, { as: member })
    const error = then === 'moves' ? 'mailbox_taken' : 'address_in_use'
    expect([answer.status, answer.body.error]).toEqual([409, error])
  }
})

test('S16 an address that was never proven undoes no change, and is free once its account has another', async () => {
  const email = 'never.proven@example.org'
  const stranger = await register(email)
  const to = 'the.strangers@example.org'
  expect((await change(stranger, { email: to, password })).status).toBe(200)
  const token = tokenIn(await mailTo(to, 'Confirm your new e-mail'))
  expect((await app.post('/api/verify-email', { token })).status).toBe(200)
  const owner = await register(email)
  expect((await logIn(email)).body.id).toBe(owner.id)
  const changes = app.database.selectFrom('email_changes').select('id')
  expect(await changes.where('user_id', '=', stranger.id).execute()).toEqual([])
})

test('a display name goes out in no mail to an address that isn’t proven to be its member’s', async () => {
  const name = 'Claim it: evil.example'
  const victim = 'victim@example.org'
  const member = await register(victim, name)
  await app.post('/api/forgot-password', { email: victim })
  await mailTo(victim, 'Choose a new password')
  const other = 'other.victim@example.org'
  await change(member, { email: other, password })
  await mailTo(other, 'Confirm your new e-mail')
  await mailTo(victim, 'Please verify your e-mail')
  const sent = (await app.mails()).filter((text) => /^To: .*victim@/m.test(text))
  expect(sent.length).toBe(3)
  for (const text of sent) expect(text).not.toContain('evil.example')
})

test('a new e-mail that waits is shown, its link can be had again, and the change be cancelled', async () => {
  const member = await joined()
  const next = `waits${member.id}@example.org`
  const pending = async () => (await app.get('/api/user', { as: member })).body.pendingEmail
  const resend = () => app.post('/api/user/email/resend', {}, { as: member })
  const none = await resend()
  expect([await pending(), none.status, none.body.error]).toEqual([null, 409, 'no_pending_email'])
  await change(member, { email: next, password })
  expect(await pending()).toBe(next)
  expect((await resend()).body).toEqual({ result: { email: next, pending: true } })
  await expect.poll(async () => (await mailsTo(next, 'Confirm your new e-mail')).length).toBe(2)
  const tokens = (await mailsTo(next, 'Confirm your new e-mail')).map(tokenIn)
  expect((await app.delete('/api/user/email', {}, { as: member })).status).toBe(200)
  expect(await pending()).toBeNull()
  const cancelAgain = async () =>
    (await app.delete('/api/user/email', {}, { as: member })).body.error
  expect(await cancelAgain()).toBe('no_pending_email')
  for (const token of tokens)
    expect((await app.post('/api/verify-email', { token })).status).toBe(400)
  expect(await emailOf(member)).toBe(member.email)

  // Confirmed, it waits no more, and the answer names the address.
  await change(member, { email: next, password })
  await expect.poll(async () => (await mailsTo(next, 'Confirm your new e-mail')).length).toBe(3)
  const fresh = (await mailsTo(next, 'Confirm your new e-mail')).map(tokenIn)
  const token = fresh.find((one) => !tokens.includes(one))!
  expect((await app.post('/api/verify-email', { token }, { as: member })).body).toEqual({
    id: member.id,
    verified: true,
    email: next,
    changed: true,
  })
  expect(await pending()).toBeNull()
})

test('the answer tells a new e-mail from one that was confirmed once more, and its address to nobody else', async () => {
  const member = await register(`changed${count + 1}@example.org`)
  const confirm = async (subject: string, to: string) =>
    (await app.post('/api/verify-email', { token: tokenIn(await mailTo(to, subject)) })).body
  const answer = { id: member.id, verified: true, email: null }
  await change(member, { email: member.email, password })
  expect(await confirm('Confirm your new e-mail', member.email)).toEqual({
    ...answer,
    changed: false,
  })
  const next = `new.${member.email}`
  await change(member, { email: next, password })
  expect(await confirm('Confirm your new e-mail', next)).toEqual({ ...answer, changed: true })
})

test('S6 who had the rights before gets them back by no link: an undo, a change that waits, or one resent', async () => {
  const yolo = (...args: string[]) => userCommand.run(args, app.services)
  const hash = await hashPassword(password)
  const before = await app.member({ id: 514 })
  await app.database
    .updateTable('users')
    .set({ password_hash: hash, email_verified_at: new Date() })
    .where('id', '=', 514)
    .execute()
  const asked = { email: 'second.of.514@example.org', password }
  expect((await change(before, asked)).status).toBe(200)
  const undoing = await undoToken(before.email)
  const confirming = tokenIn(await mailTo(asked.email, 'Confirm your new e-mail'))
  expect(await yolo('unmake', '514')).toBe(0)
  expect((await undo(undoing)).body.error).toBe('invalid_token')
  expect(await yolo('make', '514', '--email', 'new.514@example.org', '--name', 'New')).toBe(0)
  expect((await undo(undoing)).body.error).toBe('invalid_token')
  expect((await app.post('/api/verify-email', { token: confirming })).status).toBe(400)
  const now = await openSession(app.database, app.services.clock, 514, { userAgent: 'test' })
  expect((await app.get('/api/user', { as: now })).body).toMatchObject({
    email: 'new.514@example.org',
    pendingEmail: null,
  })
})
