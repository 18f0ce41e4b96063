import { afterEach, expect, test, vi } from 'vitest'
import { siteWithApple } from '#features/sign-in-with-apple/apple.testing.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { mailFinder, tokenIn } from './credentials/mails.testing.ts'
import { nightlyQueue } from './nightly.server.ts'
import { operatorOf } from './user-command.testing.ts'

// How the operator deletes an account when asked by mail (docs/operating.md).

const { app, logIn, newSubject } = await siteWithApple()
afterEach(() => app.clock.set(null))
const yolo = operatorOf(app)
const { mailTo, mailsTo } = mailFinder(app)
const password = 'four grey pigeons'
const sweep = () => nightlyQueue(app.services).run({})
let count = 0
async function joined() {
  const email = `young${++count}@example.org`
  const joining = { userName: `Young eater ${count}`, email, password }
  const { body } = await app.post('/api/register', joining)
  const token = tokenIn(await mailTo(email, 'Please verify'))
  expect((await app.post('/api/verify-email', { token }, { as: body })).status).toBe(200)
  return body as { id: number; token: string; email: string; name: string }
}
const removed = async (id: number, ...options: string[]) => {
  const { code, said } = await yolo('delete', String(id), ...options)
  expect(code).toBe(0)
  return said
}
const exists = async (id: number) =>
  (await app.database.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1
const page = async (id: number) => (await app.get(`/api/users/${id}`)).status
const enter = (email: string, word = password) => app.post('/api/login', { email, password: word })

test('an account is hidden and shut at once, and gone after the night, with its words in the audit', async () => {
  const member = await joined()
  const { id: restaurant } = await app.restaurant()
  const item = await app.item({ restaurant, category: 3, by: member.id })
  expect(await page(member.id)).toBe(200)
  await yolo('rename', String(member.id), 'Young', 'Secret')
  const said = await removed(member.id)
  expect(said).toContain(`User ${member.id}, Young Secret, is hidden and logged out.`)
  expect(said).toContain('The job of the coming night, at 3:17 UTC, deletes the account.')
  expect(await page(member.id)).toBe(404)
  expect((await app.get('/api/user', { as: member })).status).toBe(401)
  // Neither its password, nor a mailed link, nor Apple by its address brings it back.
  expect((await enter(member.email)).status).toBe(401)
  await app.post('/api/forgot-password', { email: member.email })
  const young = { sub: newSubject(), email: member.email, email_verified: true }
  const other = await logIn(young)
  expect(other.id).not.toBe(member.id)
  expect(await violatedInvariants(app.database)).toEqual([])

  await sweep()
  expect([await exists(member.id), await exists(other.id)]).toEqual([false, true])
  expect(await mailsTo(member.email, 'Choose a new password')).toEqual([])
  const items = app.database.selectFrom('items').select(['yolo_count', 'listed'])
  expect(await items.where('id', '=', item.id).execute()).toEqual([
    { yolo_count: 0, listed: false },
  ])
  const audit = await app.database
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', `user ${member.id}`)
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { action: 'user.rename', before: {}, after: {} },
    { action: 'user.delete', before: null, after: null },
  ])
})

test('an account by Apple without an e-mail is deleted, too, and its token revoked', async () => {
  const owner = await joined()
  const person = { sub: newSubject(), email: owner.email, email_verified: false }
  const child = await logIn(person)
  expect([child.email, child.id === owner.id]).toEqual(['', false])
  await app.database
    .updateTable('identities')
    .set({ refresh_token: 'a child’s' })
    .where('user_id', '=', child.id)
    .execute()
  const sent = vi.spyOn(app.services.jobs, 'send')
  expect(await removed(child.id)).toContain(`--email <address>'`)
  const revoked = sent.mock.calls.filter(([queue]) => queue === 'apple-revoke')
  expect(revoked.map(([, job]) => job)).toEqual([{ refreshToken: 'a child’s' }])
  sent.mockRestore()
  expect((await app.get('/api/user', { as: child })).status).toBe(401)
  // Apple opens a new account, whose age is asked, not that one.
  expect((await logIn(person)).id).not.toBe(child.id)
  await sweep()
  expect([await exists(child.id), await exists(owner.id)]).toEqual([false, true])
})

test('the wrong account is given back until the night', async () => {
  const member = await joined()
  const word = await givenBackBy(await removed(member.id))
  await sweep()
  const { body } = await enter(member.email, word)
  expect(body).toMatchObject({ id: member.id, verified: true, cameBackFrom: 'disabled' })
  expect([await exists(member.id), await page(member.id)]).toEqual([true, 200])
})

/** An account that who knows its password moved to their own mailbox, from where they ask for its deletion. */
async function stolen() {
  const { id, email: own } = await joined()
  const evil = `evil${count}@example.net`
  const { body: thief } = await enter(own)
  const asked = await app.put('/api/user/email', { email: evil, password }, { as: thief })
  expect(asked.status).toBe(200)
  const token = tokenIn(await mailTo(evil, 'Confirm your new e-mail'))
  expect((await app.post('/api/verify-email', { token }, { as: thief })).status).toBe(200)
  return { id, own, evil }
}
const givenBackBy = async (said: string) => {
  const [, command] = /then 'user (password \d+ --email \S+)'/.exec(said)!
  const given = await yolo(...command!.split(' '))
  expect(given.code).toBe(0)
  return /with (\w{20})/.exec(given.said)![1]!
}

test('S6 a stolen account is not deleted for its thief: its owner still undoes the change', async () => {
  const { id, own, evil } = await stolen()
  const { code, said } = await yolo('delete', String(id))
  expect(code).toBe(2)
  for (const part of [`from ${own} (on 20`, `to ${evil}.`, `: --email ${own} or --email ${evil}.`])
    expect(said).toContain(part)
  await sweep()
  expect([await exists(id), await page(id)]).toEqual([true, 200])
  const token = tokenIn(await mailTo(own, 'Your e-mail is about to change'))
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
  // The address of now is the owner's again, and nothing need be named.
  expect(await removed(id)).toContain(`--email ${own}'`)
})

test('S6 deleted for its owner by mistake, a stolen account is given back to them, not to the thief', async () => {
  const { id, own, evil } = await stolen()
  const word = await givenBackBy(await removed(id, '--email', own.toUpperCase()))
  expect((await enter(own, word)).body).toMatchObject({ id, verified: true })
  await app.post('/api/forgot-password', { email: evil })
  expect((await enter(evil, word)).status).toBe(401)
  // This mail comes after any to the thief.
  await app.post('/api/forgot-password', { email: own })
  await mailTo(own, 'Choose a new password')
  expect(await mailsTo(evil, 'Choose a new password')).toEqual([])
})

test('an account whose change of e-mail was its owner’s is deleted once that is said', async () => {
  const { id, own, evil } = await stolen()
  for (const other of [`other.${own}`, 'no address'])
    expect((await yolo('delete', String(id), '--email', other)).code).toBe(2)
  expect(await page(id)).toBe(200)
  await removed(id, '--email', evil)
  await sweep()
  expect(await exists(id)).toBe(false)
})

test('who is named must be the account’s, also where no change can be undone', async () => {
  const [member, other] = [await joined(), await joined()]
  const { code, said } = await yolo('delete', String(member.id), '--email', other.email)
  expect([code, said]).toEqual([2, `User ${member.id} has another e-mail: ${member.email}.`])
  expect(await page(member.id)).toBe(200)
  await removed(member.id, '--email', member.email)
})

test('the accounts with rights stay, and mistakes are told', async () => {
  for (const id of [6, 7, 514, 20]) {
    await app.member({ id })
    const { code, said } = await yolo('delete', String(id))
    expect([code, said]).toEqual([2, expect.stringContaining(`'user unmake ${id}'`)])
    expect(await page(id)).toBe(200)
    // Only 'make' gives one of them an address that has none.
    await yolo('unmake', String(id))
    expect((await yolo('password', String(id), '--email', `x${id}@example.org`)).code).toBe(2)
  }
  const nobody = await yolo('delete', '999999')
  expect([nobody.code, nobody.said]).toEqual([2, 'There is no user 999999.'])
  expect((await yolo('delete', 'all')).said).toContain('Usage: ')
  // Nothing is done to one of two, nor is an address without its option overlooked.
  const [one, two] = [await joined(), await joined()]
  for (const args of [
    ['delete', String(one.id), String(two.id)],
    ['password', String(one.id), two.email],
  ]) {
    const { code, said } = await yolo(...args)
    expect([code, said]).toEqual([2, expect.stringContaining('Usage: ')])
  }
  expect((await enter(one.email)).status).toBe(200)
})
