import { afterEach, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { mailFinder, tokenIn } from './credentials/mails.testing.ts'
import { operatorOf } from './user-command.testing.ts'

// How the operator gives a stolen account back (docs/operating.md).

const app = await testApp()
afterEach(() => app.clock.set(null))
const { mailsTo, mailTo } = mailFinder(app)
const password = 'eleven green bottles'
const day = 24 * 60 * 60_000
type Member = { id: number; token: string; email: string }
type Session = { token: string }

const yolo = operatorOf(app)
const passwordIn = (said: string) => /with (\w{20})/.exec(said)![1]!
/** Gives a new password, which must work. Returns it, and what else the operator reads. */
async function renewed(id: number, ...options: string[]) {
  const { code, said } = await yolo('password', String(id), ...options)
  expect([code, said]).toEqual([0, expect.stringMatching(/with \w{20}\./)])
  return { word: passwordIn(said), said }
}

const logIn = (email: string, word = password) => app.post('/api/login', { email, password: word })
const me = async (as: Session) => (await app.get('/api/user', { as })).body
const undo = (token: string) => app.post('/api/user/email/undo', { token })
const verify = (token: string, as?: Session) => app.post('/api/verify-email', { token }, { as })
let count = 0
async function register(email: string) {
  const userName = `Reader ${++count} of mail`
  const { status, body } = await app.post('/api/register', { userName, email, password })
  expect([status, body.error]).toEqual([200, undefined])
  return body as Member
}
/** Joins, and proves the address where they are logged in. */
async function joined(email: string) {
  const member = await register(email)
  expect((await verify(tokenIn(await mailTo(email, 'Please verify')), member)).status).toBe(200)
  return member
}
const asksFor = async (as: Session, email: string, word: string) =>
  expect((await app.put('/api/user/email', { email, password: word }, { as })).status).toBe(200)
const undoTokenOf = async (email: string) =>
  tokenIn(await mailTo(email, 'Your e-mail is about to change'))
/** Logs in and moves the account to another address, which the link there confirms. Returns the session. */
async function moves(from: string, to: string, word = password) {
  const { status, body: as } = await logIn(from, word)
  expect(status).toBe(200)
  await asksFor(as, to, word)
  expect((await verify(tokenIn(await mailTo(to, 'Confirm your new e-mail')), as)).status).toBe(200)
  return as as Member
}
const addresses = () => [`owner${++count}@example.org`, `evil${count}@example.net`] as const

/** An account that a thief who knows the password has moved to their own address. */
async function stolen(own: string, evil: string, admin?: number) {
  if (admin === undefined) {
    const { id } = await joined(own)
    return { id, thief: await moves(own, evil) }
  }
  const { said } = await yolo('make', String(admin), '--email', own)
  return { id: admin, thief: await moves(own, evil, passwordIn(said)) }
}

test.each([undefined, 7])(
  'S6 a stolen account is given back by no new password alone, but with its address (%s)',
  async (admin) => {
    const [own, evil] = addresses()
    const { id, thief } = await stolen(own, evil, admin)
    const undoing = await undoTokenOf(own)
    const { code, said } = await yolo('password', String(id))
    expect([code, said.includes('with ')]).toEqual([2, false])
    for (const part of [`from ${own} (on 20`, `to ${evil}`, `--email ${own} `, `--email ${evil} `])
      expect(said).toContain(part)
    expect((await me(thief)).email).toBe(evil)

    const { word } = await renewed(id, '--email', own)
    const { body: owner } = await logIn(own, word)
    expect(await me(owner)).toMatchObject({ id, email: own, verified: true, pendingEmail: null })
    expect((await app.get('/api/user', { as: thief })).status).toBe(401)
    expect((await undo(undoing)).status).toBe(400)
    // The thief's mailbox is told, and has nothing: no way in, nor the place of a verified mailbox.
    await mailTo(evil, 'A change of your e-mail was undone')
    expect((await logIn(evil, word)).status).toBe(401)
    await app.post('/api/forgot-password', { email: evil })
    const next = `next.${own}`
    await moves(own, next, word)
    await undoTokenOf(own)
    expect(await mailsTo(evil, 'Choose a new password')).toEqual([])
    expect(await mailsTo(evil, 'Your e-mail is about to change')).toEqual([])
    expect((await me(await joined(evil))).verified).toBe(true)
    const audited = app.database.selectFrom('audit').select(['before', 'after'])
    expect(
      await audited
        .where('subject', '=', `user ${id}`)
        .where('action', '=', 'user.password')
        .execute(),
    ).toEqual([{ before: { email: evil }, after: { email: own } }])
  },
)

test('S6 the owner’s undo link is still good after the refusal', async () => {
  const [own, evil] = addresses()
  const { id } = await stolen(own, evil)
  expect((await yolo('password', String(id))).code).toBe(2)
  expect((await undo(await undoTokenOf(own))).status).toBe(200)
  // Then the address of now is that of before, and nothing need be named.
  const { word } = await renewed(id)
  expect((await logIn(own, word)).body.id).toBe(id)
})

test('S6 what the thief was mailed when the owner moved the account back opens it no more', async () => {
  const [own, evil] = addresses()
  const { id } = await stolen(own, evil)
  // After a week the change can't be undone, so the operator is told to look at the address.
  app.clock.set(new Date(Date.now() + 8 * day))
  const { word, said } = await renewed(id)
  expect(said).toContain(
    `Who reads ${evil} can open it by 'Forgot password': if that isn't its owner`,
  )
  await moves(evil, own, word)
  const thiefs = await undoTokenOf(evil)
  const refused = await yolo('password', String(id))
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining(`--email ${own} keeps`)])
  const again = await renewed(id, '--email', own)
  expect((await undo(thiefs)).body.error).toBe('invalid_token')
  expect((await logIn(own, again.word)).body.id).toBe(id)
  // Nothing was undone.
  expect(await mailsTo(evil, 'A change of your e-mail was undone')).toEqual([])
})

test('S6 all addresses since the owner’s are named, and lose the account; the change of now may be kept', async () => {
  const [own, evil] = addresses()
  const second = `second.${evil}`
  const { id } = await stolen(own, evil)
  await moves(evil, second)
  const { said } = await yolo('password', String(id))
  for (const part of [`--email ${own} or --email ${evil} takes`, `--email ${second} keeps`])
    expect(said).toContain(part)
  const kept = await renewed(id, '--email', second)
  expect((await logIn(second, kept.word)).body.id).toBe(id)
  expect((await undo(await undoTokenOf(own))).status).toBe(400)

  const [first, to] = addresses()
  const other = await stolen(first, to)
  await moves(to, `second.${to}`)
  const { word } = await renewed(other.id, '--email', first)
  expect(await me((await logIn(first, word)).body)).toMatchObject({ email: first, verified: true })
  expect((await undo(await undoTokenOf(to))).status).toBe(400)
  for (const email of [to, `second.${to}`])
    expect((await me(await joined(email))).verified).toBe(true)
})

test('a change that waits is forgotten, and needs no address', async () => {
  const [own, evil] = addresses()
  const member = await joined(own)
  await asksFor(member, evil, password)
  const waiting = tokenIn(await mailTo(evil, 'Confirm your new e-mail'))
  const undoing = await undoTokenOf(own)
  const { word } = await renewed(member.id)
  expect((await verify(waiting)).status).toBe(400)
  expect((await undo(undoing)).status).toBe(400)
  expect(await me((await logIn(own, word)).body)).toMatchObject({ email: own, pendingEmail: null })
})

test('an address that the account never proved is set unverified, until its link is opened', async () => {
  const [own, evil] = addresses()
  const { id } = await stolen(own, evil)
  const fresh = `fresh.${own}`
  const { word, said } = await renewed(id, '--email', fresh)
  expect(said).toContain(`The address isn't verified`)
  const { body: owner } = await logIn(fresh, word)
  expect(await me(owner)).toMatchObject({ email: fresh, verified: false })
  await app.post('/api/resend-verification', {}, { as: owner })
  expect((await verify(tokenIn(await mailTo(fresh, 'Please verify')), owner)).status).toBe(200)
  expect(await me(owner)).toMatchObject({ email: fresh, verified: true })
})

test('an address that an account with rights never proved is verified, as by ‘make’', async () => {
  const [own, evil] = addresses()
  const { id } = await stolen(own, evil, 6)
  const other = await joined(`other.${own}`)
  const refused = await yolo('password', String(id), '--email', `other.${own.replace('@', '+6@')}`)
  expect([refused.code, refused.said]).toEqual([
    2,
    'Another account of this mailbox is verified already.',
  ])
  expect((await me(other)).verified).toBe(true)
  const fresh = `fresh.${own}`
  const { word, said } = await renewed(id, '--email', fresh)
  expect(said).not.toContain('verified')
  expect(await me((await logIn(fresh, word)).body)).toMatchObject({ email: fresh, verified: true })
})

test('an address of another account is refused; one that it never verified can be taken', async () => {
  const [own, evil] = addresses()
  const { id } = await stolen(own, evil)
  const other = await joined(`other.${own}`)
  const refused = await yolo('password', String(id), '--email', `other.${own}`, '--take-address')
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining(`User ${other.id} has`)])
  // As the thief does, or the owner, who found no account any more.
  const later = await register(own)
  const asked = await yolo('password', String(id), '--email', own)
  expect([asked.code, asked.said]).toEqual([2, expect.stringContaining(`User ${later.id} joined`)])
  expect((await me(later)).email).toBe(own)
  expect((await logIn(evil)).body.id).toBe(id)
  const { word } = await renewed(id, '--email', own, '--take-address')
  expect(await me((await logIn(own, word)).body)).toMatchObject({ id, email: own, verified: true })
  expect((await me(later)).email).toBe('')
  expect((await yolo('password', String(id), '--email', 'not an address')).code).toBe(2)
})
