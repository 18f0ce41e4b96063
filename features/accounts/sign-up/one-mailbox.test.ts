import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { mailboxOf } from '#features/mail/may-mail.server.ts'
import { testApp } from '#platform/testing/app.ts'
import { mailFinder, tokenIn } from '../credentials/mails.testing.ts'

// One mailbox verifies one account (rules: one mailbox).

const app = await testApp()
const { mailTo } = mailFinder(app)
const password = 'eleven green bottles'
type Member = { id: number; token: string; email: string }

let count = 0
async function joined(email: string) {
  const userName = `Reader ${++count} of one`
  const { status, body } = await app.post('/api/register', { userName, email, password })
  expect(status).toBe(200)
  return body as Member
}
const verify = (token: string, as?: Member) => app.post('/api/verify-email', { token }, { as })
const linkTo = async (email: string, subject = 'Please verify') =>
  tokenIn(await mailTo(email, subject))
/** Joins and opens the mailed link. Returns the member and the outcome. */
async function tried(email: string, inOwnSession = false) {
  const member = await joined(email)
  const token = await linkTo(email)
  return { member, token, answer: await verify(token, inOwnSession ? member : undefined) }
}
const isVerified = async (as: Member) => (await app.get('/api/user', { as })).body.verified
async function asksFor(email: string, as: Member) {
  expect((await app.put('/api/user/email', { email, password }, { as })).status).toBe(200)
  return linkTo(email, 'Confirm your new')
}

it('five accounts of one mailbox are one that is verified', async () => {
  const first = await tried('vera.kohl@gmail.com')
  expect(first.answer.status).toBe(200)
  for (const email of [
    'vera.kohl+1@gmail.com',
    'verakohl@googlemail.com',
    'v.era.kohl+x@gmail.com',
  ]) {
    const { member, answer } = await tried(email)
    expect([answer.status, answer.body.error]).toEqual([409, 'mailbox_taken'])
    expect(answer.body.message).toContain('Another account of your mailbox is verified already')
    expect(await isVerified(member)).toBe(false)
  }
  expect((await tried('mary-k@protonmail.com')).answer.status).toBe(200)
  expect((await tried('m.ary.k@proton.me')).answer.status).toBe(409)
  // Other members' addresses that look similar aren't the same mailbox.
  expect((await tried('vera.kohl@example.org')).answer.status).toBe(200)
  expect((await tried('verakohl@example.org')).answer.status).toBe(200)
})

it('links that are opened at the same time verify one account', async () => {
  const addresses = ['at', 'once', 'three'].map((tag) => `same+${tag}@example.org`)
  for (const email of addresses) await joined(email)
  const tokens = await Promise.all(addresses.map((email) => linkTo(email)))
  const answers = await Promise.all(tokens.map((token) => verify(token)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

it('the refused link works once the other account has another address', async () => {
  const { member } = await tried('moving@example.org')
  const later = await tried('moving+later@example.org')
  expect(later.answer.status).toBe(409)
  // Another spelling of one's own mailbox is no other account's.
  expect((await verify(await asksFor('moving+own@example.org', member))).status).toBe(200)
  expect((await verify(later.token)).status).toBe(409)
  expect((await verify(await asksFor('moved@example.org', member))).status).toBe(200)
  expect((await verify(later.token)).status).toBe(200)
})

it('a verified member gets no address of another’s mailbox', async () => {
  await tried('there@example.org')
  const { member } = await tried('coming@example.org')
  const { status, body } = await verify(await asksFor('there+too@example.org', member))
  expect([status, body.error]).toEqual([409, 'mailbox_taken'])
  expect((await app.get('/api/user', { as: member })).body).toMatchObject({
    email: 'coming@example.org',
    verified: true,
  })
})

it('a new password is set all the same, and verifies nothing then', async () => {
  await tried('forgot@example.org', true)
  const email = 'forgot+me@example.org'
  await tried(email)
  await app.post('/api/forgot-password', { email })
  const chosen = 'twelve red bottles'
  const token = await linkTo(email, 'Choose a new')
  expect((await app.post('/api/reset-password', { token, password: chosen })).status).toBe(200)
  const { status, body } = await app.post('/api/login', { email, password: chosen })
  expect([status, body.verified]).toEqual([200, false])
})

it('who undoes a change of address has it back, unverified while the mailbox has another account', async () => {
  const email = 'stolen@example.org'
  const { member } = await tried(email)
  expect((await verify(await asksFor('thief@example.org', member))).status).toBe(200)
  expect((await tried('stolen+new@example.org')).answer.status).toBe(200)
  const token = await linkTo(email, 'Your e-mail is about to change')
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
  const row = await app.database
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', member.id)
    .executeTakeFirst()
  expect(row).toEqual({ email, email_verified_at: null })
})

describe('an account that was only proven elsewhere, as by its owner who tapped a stranger’s link,', () => {
  const isOnly = async (mailbox: string, member: Member) => {
    const rows = await app.database
      .selectFrom('users')
      .select(['id', 'email_proven_elsewhere as elsewhere'])
      .where('email', 'like', `${mailbox}%`)
      .where('email_verified_at', 'is not', null)
      .execute()
    expect(rows).toEqual([{ id: member.id, elsewhere: false }])
  }

  it('makes room for one that is proven where its member is logged in', async () => {
    const stranger = await tried('vic+k39@example.org')
    expect(stranger.answer.status).toBe(200)
    const own = await tried('vic@example.org')
    expect([own.answer.status, own.answer.body.message]).toEqual([
      409,
      expect.stringContaining('log in to yours and open this link again'),
    ])
    expect((await verify(own.token, own.member)).status).toBe(200)
    await isOnly('vic', own.member)
    expect(await isVerified(stranger.member)).toBe(false)
    // It stays so, wherever the stranger’s links are opened.
    await app.post('/api/resend-verification', {}, { as: stranger.member })
    const again = tokenIn(
      await app.mail(
        (text) => text.includes('To: vic+k39@example.org') && !text.includes(stranger.token),
      ),
    )
    for (const as of [undefined, stranger.member])
      expect((await verify(again, as)).status).toBe(409)
    await isOnly('vic', own.member)
  })

  it('makes room for a change of address, and for a new password', async () => {
    await tried('kim+x@example.org')
    const { member } = await tried('other@example.org')
    const toNew = await asksFor('kim@example.org', member)
    expect((await verify(toNew)).status).toBe(409)
    expect((await verify(toNew, member)).status).toBe(200)
    await isOnly('kim', member)

    await tried('lou+x@example.org')
    const email = 'lou@example.org'
    const lou = await tried(email)
    await app.post('/api/forgot-password', { email })
    const token = await linkTo(email, 'Choose a new')
    expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
    await isOnly('lou', lou.member)
  })

  it('makes room for one of several at the same time', async () => {
    const tags = ['', '+1', '+2', '+3', '+4']
    const all = []
    for (const tag of tags) all.push(await tried(`many${tag}@example.org`))
    const answers = await Promise.all(
      all.slice(1).map(({ token, member }) => verify(token, member)),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    await isOnly('many', all[1 + answers.findIndex(({ status }) => status === 200)]!.member)
  })
})

it('accounts that were verified before keep that', async () => {
  const { member: first } = await tried('before@example.org')
  const { member: second } = await tried('before+2@example.org')
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date(), shares_mailbox: true })
    .where('id', '=', second.id)
    .execute()
  expect([await isVerified(first), await isVerified(second)]).toEqual([true, true])
  expect((await tried('before+3@example.org')).answer.status).toBe(409)
})

it('the database and the program know the same mailboxes', async () => {
  const addresses = [
    'a.b@example.org',
    'a.b+c@example.org',
    'a+b+c@example.org',
    '+a@example.org',
    'a.b.c@gmail.com',
    'a.b+c.d@googlemail.com',
    'a.b@gmail.com.example.org',
    'a@notgmail.com',
    'gmail.com@example.org',
    'a.b-c_d+e@proton.me',
    'abcd@protonmail.com',
    'a_b@pm.me',
    'a.b+c@me.com',
    'a.b@icloud.com',
    'a@home.com',
    'a.b+c@ya.ru',
    'a-b@yandex.com',
  ]
  const { rows } = await sql<{ mailbox: string }>`
    select mailbox_of(email) as mailbox from unnest(${addresses}::text[]) email`.execute(
    app.database,
  )
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(addresses.map(mailboxOf))
})
