import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { untilWaitingForLock } from '#platform/testing/held.ts'
import { mailFinder, tokenIn } from '../credentials/mails.testing.ts'
import { operatorOf } from '../user-command.testing.ts'

// What somebody gets, or leaves behind, who joins with an address of another's mailbox.

const app = await testApp()
const { mailTo } = mailFinder(app)
const yolo = operatorOf(app)
const password = 'eleven green bottles'
type Member = { id: number; token: string; email: string }

let count = 0
async function joined(email: string, more: object = {}) {
  const userName = `Borrower ${++count}`
  const { status, body } = await app.post('/api/register', { userName, email, password, ...more })
  expect(status).toBe(200)
  return body as Member
}
const linkTo = async (email: string, subject = 'Please verify') =>
  tokenIn(await mailTo(email, subject))
const verify = async (email: string, { as, ...more }: { as?: Member; agreed?: string[] } = {}) =>
  (await app.post('/api/verify-email', { token: await linkTo(email), ...more }, { as })).status
async function resetLink(email: string) {
  await app.post('/api/forgot-password', { email })
  return linkTo(email, 'Choose a new')
}
const reset = async (email: string, as?: Member) => {
  const token = await resetLink(email)
  return (await app.post('/api/reset-password', { token, password }, { as })).status
}
const row = ({ id }: Member) =>
  app.database
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'user_name_changed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const isVerified = async (member: Member) => (await row(member)).email_verified_at !== null
async function moves(member: Member, email: string, as?: Member) {
  const answer = await app.put('/api/user/email', { email, password }, { as: member })
  expect(answer.status).toBe(200)
  const token = await linkTo(email, 'Confirm your new')
  expect((await app.post('/api/verify-email', { token }, { as })).status).toBe(200)
}

it('a new password of one account takes the mailbox from no other', async () => {
  const vic = await joined('vic@example.org')
  expect(await verify(vic.email)).toBe(200)
  const stranger = await joined('vic+evil@example.org')
  expect(await reset(stranger.email)).toBe(200)
  expect([await isVerified(vic), await isVerified(stranger)]).toEqual([true, false])
})

it('a link to a new password says of which account it is', async () => {
  const { email } = await joined('ned+evil@example.org')
  await app.post('/api/forgot-password', { email })
  const mail = await mailTo(email, 'Choose a new')
  expect(mail.replace(/=\r?\n/g, '')).toContain(`the account of ${email}`)
  const { body } = await app.post('/api/reset-password/check', { token: tokenIn(mail) })
  expect(body).toEqual({ email, ending: [] })
})

it('who loses a mailbox to another account gets a mail about it', async () => {
  const first = await joined('pat+1@example.org')
  expect(await verify(first.email)).toBe(200)
  const second = await joined('pat+2@example.org')
  expect(await verify(second.email, { as: second })).toBe(200)
  expect(await isVerified(first)).toBe(false)
  const mail = await mailTo(first.email, 'Another account of your')
  expect(mail.replace(/=\r?\n/g, '')).toContain(`the one of ${first.email}`)
})

it('an undone change that was only asked for leaves an account verified that has no place', async () => {
  const member = await joined('old.days@example.org')
  expect(await verify(member.email, { as: member })).toBe(200)
  // Accounts that shared a mailbox before that was forbidden have none.
  await app.database.deleteFrom('mailboxes').where('user_id', '=', member.id).execute()
  await app.put('/api/user/email', { email: 'new.days@example.org', password }, { as: member })
  const token = await linkTo(member.email, 'Your e-mail is about to change')
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
  expect(await isVerified(member)).toBe(true)
})

const consents = async (member: Member) => {
  const { body } = await app.get('/api/notification-settings', { as: member })
  return { emailConsent: body.emailConsent, weeklyMail: body.weeklyMail }
}
const both = { emailConsent: true, weeklyMail: true }
const none = { emailConsent: false, weeklyMail: false }
/** Joins and agrees to all mails. */
async function agreeing(email: string) {
  const member = await joined(email, { emailConsent: true })
  await app.put('/api/notification-settings', { weeklyMail: true }, { as: member })
  expect(await consents(member)).toEqual(both)
  return member
}
const audited = async ({ id }: Member) =>
  (
    await app.database
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `member ${id}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

it('mails that were agreed to end with a link opened elsewhere, unless its reader agrees, too', async () => {
  const stranger = await agreeing('tap@example.org')
  const token = await linkTo(stranger.email)
  const check = (as?: Member) => app.post('/api/verify-email/check', { token }, { as })
  expect((await check()).body).toEqual({
    email: stranger.email,
    changes: false,
    isOwn: false,
    takes: false,
    agreed: ['weeklyMail', 'emailConsent'],
  })
  expect((await check(stranger)).body).toMatchObject({ isOwn: true, agreed: [] })
  expect(await verify(stranger.email)).toBe(200)
  expect((await check()).body.error).toBe('invalid_token')
  expect(await consents(stranger)).toEqual(none)
  expect(await audited(stranger)).toEqual([
    'consent.give',
    'weekly-mail.start',
    'weekly-mail.stop',
    'consent.withdraw',
  ])

  const half = await agreeing('half@example.org')
  expect(await verify(half.email, { agreed: ['weeklyMail'] })).toBe(200)
  expect(await consents(half)).toEqual({ emailConsent: false, weeklyMail: true })
  // What wasn't agreed to before isn't by this.
  const nothing = await joined('nothing@example.org')
  expect(await verify(nothing.email, { agreed: ['weeklyMail', 'emailConsent'] })).toBe(200)
  expect(await consents(nothing)).toEqual(none)
  const own = await agreeing('tap.own@example.org')
  expect(await verify(own.email, { as: own })).toBe(200)
  expect(await consents(own)).toEqual(both)
})

it('mails that were agreed to end with a new address confirmed elsewhere', async () => {
  const member = await agreeing('moves@example.org')
  expect(await verify(member.email, { as: member })).toBe(200)
  await moves(member, 'victim@example.org')
  expect(await consents(member)).toEqual(none)
})

it('they are agreed to again only once the address is proven by its member', async () => {
  const member = await joined('again@example.org')
  expect(await verify(member.email)).toBe(200)
  const first = await linkTo(member.email)
  const choose = () => app.put('/api/notification-settings', { weeklyMail: true }, { as: member })
  const refused = await choose()
  expect([refused.status, refused.body.error]).toEqual([409, 'address_to_prove'])
  const isNew = (mail: string) =>
    mail.includes(`To: ${member.email}`) &&
    mail.includes('verification-success') &&
    !mail.includes(first)
  const token = tokenIn(await app.mail(isNew))
  expect((await app.post('/api/verify-email', { token }, { as: member })).status).toBe(200)
  expect((await choose()).body.weeklyMail).toBe(true)
})

it('nor while the link is being opened elsewhere', async () => {
  const member = await joined('meanwhile@example.org')
  const { answer } = await app.database.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ email_verified_at: new Date(), email_proven_elsewhere: true })
      .where('id', '=', member.id)
      .execute()
    const answer = app.put('/api/notification-settings', { weeklyMail: true }, { as: member })
    await Promise.race([answer, untilWaitingForLock(app, 1)])
    return { answer }
  })
  const { status, body } = await answer
  expect([status, body.error]).toEqual([409, 'address_to_prove'])
})

it('the mailbox’s owner gets an account without what a stranger agreed to and without a spent change of name', async () => {
  for (const isTapped of [false, true]) {
    const email = `taken.${isTapped}@example.org`
    const stranger = await agreeing(email)
    const name = `Rude Name ${isTapped}`
    await app.put('/api/user/display-name', { userName: name }, { as: stranger })
    expect((await row(stranger)).user_name_changed_at).not.toBe(null)
    if (isTapped) expect(await verify(email, { agreed: ['weeklyMail', 'emailConsent'] })).toBe(200)
    const token = await resetLink(email)
    expect((await app.post('/api/reset-password/check', { token })).body.ending).toEqual([
      'weeklyMail',
      'emailConsent',
    ])
    expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
    expect((await row(stranger)).user_name_changed_at).toBe(null)
    const { body: owner } = await app.post('/api/login', { email, password })
    expect(await consents(owner)).toEqual(none)
  }
})

it('a new password gives back no change of the name that the operator gave', async () => {
  const rename = async (as: Member, userName: string) =>
    (await app.put('/api/user/display-name', { userName }, { as })).body.error
  for (const isTapped of [false, true]) {
    const member = await joined(`impostor.${isTapped}@example.org`)
    if (isTapped) expect(await verify(member.email)).toBe(200)
    await yolo('rename', String(member.id), 'Member', String(member.id))
    expect(await reset(member.email)).toBe(200)
    const { body: again } = await app.post('/api/login', { email: member.email, password })
    expect(await rename(again, `Borrower ${count}`)).toBe('name_changed_lately')
  }
  // A name that the member gave since may be changed.
  const member = await joined('renamed.since@example.org')
  await yolo('rename', String(member.id), 'Plain Borrower')
  await app.database
    .updateTable('users')
    .set({ user_name_changed_at: new Date(0) })
    .where('id', '=', member.id)
    .execute()
  expect(await rename(member, 'Chosen Since')).toBeUndefined()
  expect(await reset(member.email)).toBe(200)
  expect((await row(member)).user_name_changed_at).toBe(null)
})

it('a new password gives a change of name back only where the mailbox verifies the account', async () => {
  const own = await joined('renamer@example.org')
  expect(await verify(own.email, { as: own })).toBe(200)
  const second = await joined('renamer+2@example.org')
  const rename = async (as: Member, userName: string) =>
    (await app.put('/api/user/display-name', { userName }, { as })).status
  expect(await rename(second, 'Renamer Once')).toBe(200)
  expect(await reset(second.email)).toBe(200)
  const { body: again } = await app.post('/api/login', { email: second.email, password })
  expect(await rename(again, 'Renamer Twice')).toBe(409)
})

it('another spelling of a mailbox that the member has proven gives no change of name back', async () => {
  const member = await joined('speller@example.org')
  expect(await verify(member.email, { as: member })).toBe(200)
  await app.put('/api/user/display-name', { userName: 'Speller Once' }, { as: member })
  await moves(member, 'speller+1@example.org')
  expect(await reset('speller+1@example.org')).toBe(200)
  expect((await row(member)).user_name_changed_at).not.toBe(null)
})

it('an undone change of e-mail ends what a stranger agreed to with an address of their own', async () => {
  const stranger = await joined('old.owner@example.org')
  expect(await verify(stranger.email)).toBe(200)
  await moves(stranger, 'strangers.other@example.org', stranger)
  const { status } = await app.put('/api/notification-settings', both, { as: stranger })
  expect(status).toBe(200)
  const undoing = await linkTo('old.owner@example.org', 'Your e-mail is about to change')
  expect((await app.post('/api/user/email/undo', { token: undoing })).status).toBe(200)
  const token = await linkTo('old.owner@example.org', 'Choose a new')
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  const { body } = await app.post('/api/login', { email: 'old.owner@example.org', password })
  expect(await consents(body)).toEqual(none)
})

it('an undone change of e-mail gives the name back to no member who has proven the old address', async () => {
  const member = await joined('two.boxes@example.org')
  expect(await verify(member.email, { as: member })).toBe(200)
  await app.put('/api/user/display-name', { userName: 'Two Boxes Once' }, { as: member })
  await moves(member, 'other.box@example.org')
  const token = await linkTo(member.email, 'Your e-mail is about to change')
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
  expect((await row(member)).user_name_changed_at).not.toBe(null)
})
