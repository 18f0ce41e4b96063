import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { holdBackMail } from '#platform/testing/held.ts'
import { userCommand } from '#features/accounts/user-command.server.ts'

const app = await testApp()
const password = 'eleven late trains'
const next = 'twelve early buses'
type Member = { id: number; token: string; email: string }
let count = 0
async function joined(): Promise<Member> {
  const email = `late${++count}@example.org`
  const { body } = await app.post('/api/register', { userName: `Late ${count}`, email, password })
  return body
}
const thief = (member: Member) => `thief${member.id}@example.org`
const tokenIn = (mail: string) => /\?token=([\w-]+)/.exec(mail)![1]!
const mailed = (email: string, subject: string) => (text: string) =>
  text.includes(`To: ${email}`) && text.includes(`Subject: ${subject}`)
const ok = async (answer: ReturnType<TestApp['post']>) => expect((await answer).status).toBe(200)

/** Links that someone with a stolen session or access to the mailbox can request. */
const asked = {
  'change-email': {
    ask: (member: Member, word = password) =>
      ok(app.put('/api/user/email', { email: thief(member), password: word }, { as: member })),
    mail: (member: Member) => mailed(thief(member), 'Confirm your new e-mail'),
  },
  reset: {
    ask: ({ email }: Member) => ok(app.post('/api/forgot-password', { email })),
    mail: ({ email }: Member) => mailed(email, 'Choose a new password'),
  },
  verify: {
    ask: (member: Member) => ok(app.post('/api/resend-verification', {}, { as: member })),
    mail: ({ email }: Member) => mailed(email, 'Please verify your e-mail'),
  },
}

/** Changes that must void links requested before. `before` prepares a change while mails are still sent. */
const changes: Record<string, { before?: (of: Member) => Promise<string>; change: Change }> = {
  'a change of password': {
    change: (member) =>
      ok(app.put('/api/user/password', { current: password, password: next }, { as: member })),
  },
  'a reset': {
    async before({ email }) {
      await ok(app.post('/api/forgot-password', { email }))
      return tokenIn(await app.mail(mailed(email, 'Choose a new password')))
    },
    change: (_member, token) => ok(app.post('/api/reset-password', { token, password: next })),
  },
  'a change of e-mail': {
    async before(member) {
      const email = `moved${member.id}@example.org`
      await ok(app.put('/api/user/email', { email, password }, { as: member }))
      return tokenIn(await app.mail(mailed(email, 'Confirm your new e-mail')))
    },
    change: (_member, token) => ok(app.post('/api/verify-email', { token })),
  },
  'a deletion': {
    change: (member) => ok(app.delete('/api/user', { password }, { as: member })),
  },
  'an end of all sessions': {
    change: (member) => ok(app.delete('/api/sessions', {}, { as: member })),
  },
  'a new password by the operator': {
    async change({ id }) {
      expect(await userCommand.run(['password', String(id)], app.services)).toBe(0)
    },
  },
}
type Change = (member: Member, token: string) => Promise<void>

const table = Object.entries(changes).flatMap(([change, made]) =>
  Object.entries(asked)
    // Left out, because only the last requested address can take effect anyway (see `changeEmail`).
    .filter(([link]) => link !== 'change-email' || change !== 'a change of e-mail')
    .map(([link, one]) => ({ link, change, made, one })),
)
const links = Object.entries(asked).map(([link, one]) => ({ link, one }))

const countOf = async (accepts: (text: string) => boolean) =>
  (await app.mails()).filter(accepts).length

/** Runs all cases while mails are held back: links requested before a change (`voided`) and after it (`late`). */
const { voided, late } = await openCases()
async function openCases() {
  const ready = async <T extends object>(one: T) => {
    const member = await joined()
    await app.mail(mailed(member.email, 'Please verify your e-mail'))
    return { ...one, member }
  }
  const inTime = await Promise.all(
    table.map(async (one) => {
      const it = await ready(one)
      return { ...it, token: (await one.made.before?.(it.member)) ?? '' }
    }),
  )
  const counted = await Promise.all(
    inTime.map(async (it) => ({ ...it, before: await countOf(it.one.mail(it.member)) })),
  )
  const after = await Promise.all(links.map(ready))
  await holdBackMail(app, async () => {
    for (const { member, one, made, token } of counted) {
      await one.ask(member)
      await made.change(member, token)
    }
    for (const { member, one } of after) {
      await ok(app.put('/api/user/password', { current: password, password: next }, { as: member }))
      await one.ask(member, next)
    }
  })
  return { voided: counted, late: after }
}
test.each(voided)(
  'S8 a link to $link that waits to be written is void after $change',
  async ({ member, one, before }) => {
    expect(await countOf(one.mail(member))).toBe(before)
    const tokens = app.database.selectFrom('mail_tokens').select('purpose')
    expect(await tokens.where('user_id', '=', member.id).execute()).toEqual([])
  },
)

test.each(late)(
  'S8 a link to $link asked for after the change is written, however late',
  async ({ member, one }) => {
    await app.mail(one.mail(member))
  },
)

test('S8 a link that an older version of the queue holds is one of the first credentials', async () => {
  const member = await joined()
  await app.services.jobs.send('mail', { kind: 'reset', emailKey: member.email })
  await app.mail(asked.reset.mail(member))
})

test('S8 the warning of a change goes to the address of that moment, though it be written later', async () => {
  const member = await joined()
  const proven = app.database.updateTable('users').set({ email_verified_at: new Date() })
  await proven.where('id', '=', member.id).execute()
  await holdBackMail(app, async () => {
    await ok(app.put('/api/user/email', { email: thief(member), password }, { as: member }))
    // Changes the address, as the thief's link would.
    await app.database
      .updateTable('users')
      .set({ email: thief(member), email_key: thief(member) })
      .where('id', '=', member.id)
      .execute()
  })
  await app.mail(mailed(member.email, 'Your e-mail is about to change'))
})
