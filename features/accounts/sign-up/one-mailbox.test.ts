import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { mailboxOf } from '#features/mail/may-mail.server.ts'
import { testApp } from '#platform/testing/app.ts'
import { nightlyQueue } from '../nightly.server.ts'
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
/** Runs the nightly sweep of that many days from now. */
async function night(days: number) {
  app.clock.set(new Date(Date.now() + days * 86_400_000))
  await nightlyQueue(app.services).run({})
  app.clock.set(null)
}
/** Returns the status of a newcomer's link, which is opened where they are logged in. */
const verifiedLater = async (email: string) => (await tried(email, true)).answer.status
async function undone(email: string) {
  const token = await linkTo(email, 'Your e-mail is about to change')
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
}
async function addressOf({ id }: Member) {
  const row = await app.database
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { email: row.email, verified: row.email_verified_at !== null }
}
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
  for (const [own, same] of [
    ['pup.pet@yandex.by', 'pup-pet@narod.ru'],
    ['zoe.k@protonmail.ch', 'zo-e.k@pm.me'],
    ['anything@kim.fastmail.com', 'kim@fastmail.com'],
    ['nick-one@yahoo.co.uk', 'nick-two@yahoo.co.uk'],
  ] as const) {
    expect([own, (await tried(own)).answer.status]).toEqual([own, 200])
    expect([same, (await tried(same)).answer.status]).toEqual([same, 409])
  }
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

it('who verified a mailbox keeps it for 90 days after a change of address', async () => {
  const { member } = await tried('moving@example.org', true)
  const later = await tried('moving+later@example.org')
  expect(later.answer.status).toBe(409)
  // Another spelling of one's own mailbox is no other account's.
  expect((await verify(await asksFor('moving+own@example.org', member), member)).status).toBe(200)
  expect((await verify(later.token)).status).toBe(409)
  expect((await verify(await asksFor('moved@example.org', member), member)).status).toBe(200)
  expect((await verify(later.token, later.member)).status).toBe(409)
  await night(89)
  expect(await verifiedLater('moving+89@example.org')).toBe(409)
  await night(91)
  expect(await verifiedLater('moving+91@example.org')).toBe(200)
  // The address of now is theirs for as long as they have it.
  expect(await verifiedLater('moved+me@example.org')).toBe(409)
  expect((await addressOf(member)).verified).toBe(true)
})

it('one link opened elsewhere doesn’t make a mailbox that was proven free again', async () => {
  const { member } = await tried('sure@example.org', true)
  expect((await verify(await asksFor('sure+tag@example.org', member))).status).toBe(200)
  expect((await tried('sure+other@example.org', true)).answer.status).toBe(409)
  expect(await isVerified(member)).toBe(true)
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

it('who undoes a change of address finds the mailbox kept for them', async () => {
  const email = 'stolen@example.org'
  const { member } = await tried(email, true)
  expect((await verify(await asksFor('thief@example.org', member), member)).status).toBe(200)
  expect((await tried('stolen+new@example.org', true)).answer.status).toBe(409)
  await undone(email)
  expect(await addressOf(member)).toEqual({ email, verified: true })
  expect(await verifiedLater('stolen+2@example.org')).toBe(409)
})

it('an undo is told to the address that it undoes, whose mailbox verifies another account then', async () => {
  const { member } = await tried('shared@example.org', true)
  for (const email of ['first.own@example.org', 'own@example.org'])
    expect((await verify(await asksFor(email, member), member)).status).toBe(200)
  await undone('shared@example.org')
  const mail = await mailTo('own@example.org', 'A change of your e-mail was undone')
  expect(mail).toContain('http://yolo.test/terms#contact')
  // Whose the account is now isn't known.
  expect(mail).not.toContain('Reader')
  for (const email of ['own@example.org', 'first.own@example.org'])
    expect(await verifiedLater(email)).toBe(200)
  expect(await addressOf(member)).toEqual({ email: 'shared@example.org', verified: true })
  expect(await verifiedLater('shared+2@example.org')).toBe(409)
})

it('who undoes a change has the address back unverified if another has proven the mailbox since', async () => {
  const email = 'lent@example.org'
  const { member } = await tried(email)
  expect((await verify(await asksFor('lent.away@example.org', member), member)).status).toBe(200)
  const own = await tried('lent+own@example.org', true)
  expect(own.answer.status).toBe(200)
  // The other mailbox is still theirs, so they stay verified until then.
  expect(await addressOf(member)).toEqual({ email: 'lent.away@example.org', verified: true })
  await undone(email)
  expect(await addressOf(member)).toEqual({ email, verified: false })
  expect(await isVerified(own.member)).toBe(true)
  // The mailbox of the undone address is left, though the account is unverified now.
  expect(await verifiedLater('lent.away+soon@example.org')).toBe(409)
  await night(91)
  expect(await verifiedLater('lent.away+late@example.org')).toBe(200)
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
        (text) =>
          text.includes('To: vic+k39@example.org') &&
          text.includes('verification-success') &&
          !text.includes(stranger.token),
      ),
    )
    for (const as of [undefined, stranger.member])
      expect((await verify(again, as)).status).toBe(409)
    await isOnly('vic', own.member)
  })

  it('makes room for a change of address, and for a new password chosen where its member is logged in', async () => {
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
    expect(
      (await app.post('/api/reset-password', { token, password }, { as: lou.member })).status,
    ).toBe(200)
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

it('accounts that were verified before keep that, and their address', async () => {
  const { member: first } = await tried('before@example.org', true)
  const { member: second } = await tried('before+2@example.org')
  const places = app.database.deleteFrom('mailboxes').where('mailbox', '=', 'before@example.org')
  await places.execute()
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', second.id)
    .execute()
  await places.execute()
  await sql`insert into mailboxes values ('before@example.org', ${first.id}, false)`.execute(
    app.database,
  )
  await app.post('/api/forgot-password', { email: second.email })
  const token = await linkTo(second.email, 'Choose a new')
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  for (const member of [first, second]) expect((await addressOf(member)).verified).toBe(true)
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
    'a.b@yandex.by',
    'a-b+c@yandex.kz',
    'a.b@narod.ru',
    'a.b@notyandex.ru',
    'a.b@protonmail.ch',
    'anything+x@user.fastmail.com',
    'user+x@fastmail.com',
    'a@b.user.fastmail.com',
    'base-one@yahoo.com',
    'base-t-w-o+x@yahoo.co.uk',
    'base+one-two@ymail.com',
    'base-one@notyahoo.com',
    'base-one@yahoo.com.example.org',
  ]
  const { rows } = await sql<{ mailbox: string }>`
    select mailbox_of(email) as mailbox from unnest(${addresses}::text[]) email`.execute(
    app.database,
  )
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(addresses.map(mailboxOf))
})
