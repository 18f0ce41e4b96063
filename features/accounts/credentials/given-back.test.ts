import { beforeEach, expect, test } from 'vitest'
import { untilWaitingForLock, whileLocked } from '#platform/testing/held.ts'
import { testApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { operatorOf } from '../user-command.testing.ts'
import { tokenIn } from './mails.testing.ts'

// What its owner gets back that somebody else used up who had the account (rules: given back).

const app = await testApp()
const yolo = operatorOf(app)
const password = 'eleven green bottles'
type Member = { id: number; token: string; email: string }

let six: Person
let count = 0
beforeEach(async () => {
  await app.empty()
  six = await app.member({ id: 6 })
})

const opened = new Set<string>()
/** Waits for a mail whose link wasn't opened yet, and returns its token. */
async function linkTo(email: string, subject: string) {
  const isMail = (text: string) =>
    text.includes(`To: ${email}`) && text.includes(`Subject: ${subject}`)
  const token = tokenIn(await app.mail((text) => isMail(text) && !opened.has(tokenIn(text))))
  opened.add(token)
  return token
}
const addresses = () => [`owner${++count}@example.org`, `evil${count}@example.net`] as const
const verify = (token: string, as?: Member) => app.post('/api/verify-email', { token }, { as })
async function register(email: string) {
  const userName = `Reader ${++count} of mail`
  const { status, body } = await app.post('/api/register', { userName, email, password })
  expect([status, body.error]).toEqual([200, undefined])
  return body as Member
}
/** Joins, and proves the address where they are logged in. */
async function joined(email: string) {
  const member = await register(email)
  expect((await verify(await linkTo(email, 'Please verify'), member)).status).toBe(200)
  return member
}
async function logIn(email: string): Promise<Member> {
  const { status, body } = await app.post('/api/login', { email, password })
  expect(status).toBe(200)
  return body
}
const asksFor = async (as: Member, email: string) =>
  expect((await app.put('/api/user/email', { email, password }, { as })).status).toBe(200)
/** Moves the account to another address, as a thief does who knows the password. */
async function moves(as: Member, email: string) {
  await asksFor(as, email)
  const { status } = await verify(await linkTo(email, 'Confirm your new e-mail'), as)
  expect(status).toBe(200)
}
async function undo(email: string) {
  const token = await linkTo(email, 'Your e-mail is about to change')
  return (await app.post('/api/user/email/undo', { token })).status
}
/** Chooses a new password, which is the old one, by the link that is mailed to the address. Returns a session. */
async function chosen(email: string) {
  const token = await linkTo(email, 'Choose a new')
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  return logIn(email)
}
async function undone(email: string) {
  expect(await undo(email)).toBe(200)
  return chosen(email)
}
const rename = async (as: Member, userName: string) =>
  (await app.put('/api/user/display-name', { userName }, { as })).body.error ?? 'renamed'

type Case = { id: string; version: string; text: string }
const waiting = async (kind: string): Promise<Case[]> =>
  (await app.get(`/api/admin/queue?kind=${kind}`, { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss', { id, version }: Case) {
  const body = { ids: [id], versions: [version], decision, reason: 'Read.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const audited = (action: string) =>
  app.database
    .selectFrom('audit')
    .select(['subject', 'before'])
    .where('action', '=', action)
    .execute()

type Verdict = {
  kind: 'abuse' | 'suspects'
  /** Takes the account down, or holds it. */
  give: (member: Member) => Promise<unknown>
  own: (as: Member) => Promise<{ answer: string | null; kept?: string | null } | undefined>
  answer: (as: Member, text: string) => Promise<number>
}
const ownTakedown = async (as: Member) => (await app.get('/api/takedowns', { as })).body[0]
const answerTakedown = async (as: Member, answer: string) => {
  const { id } = await ownTakedown(as)
  return (await app.post(`/api/takedowns/${id}/answer`, { answer }, { as })).status
}
const takeDown = (thing: { kind: string; id: number }) =>
  app.post('/api/takedowns', { ...thing, word: 'Spam.' }, { as: six })
const takedown: Verdict = {
  kind: 'abuse',
  give: ({ id }) => takeDown({ kind: 'member', id }),
  own: ownTakedown,
  answer: answerTakedown,
}
const hold: Verdict = {
  kind: 'suspects',
  give: ({ id }) => app.post('/api/admin/holds', { userId: id, reason: 'Alike.' }, { as: six }),
  own: async (as) => (await app.get('/api/holds', { as })).body.hold,
  answer: async (as, text) => (await app.post('/api/holds/answer', { text }, { as })).status,
}
const verdicts = [
  ['taken down', takedown],
  ['held', hold],
] as const

/** The account gets the verdict, who has it answers, and an admin reads that and keeps it as it is. */
async function keptAfterAnswer(as: Member, { kind, give, answer }: Verdict) {
  await give(as)
  expect(await answer(as, 'haha')).toBe(200)
  const [one] = await waiting(kind)
  expect(await decide('remove', one!)).toMatchObject({ done: true })
}
/** The owner answers, which an admin reads, and the verdict ends. */
async function ownerIsRead(owner: Member, { kind, own, answer }: Verdict) {
  expect([(await own(owner))?.answer, (await own(owner))?.kept ?? null]).toEqual([null, null])
  expect(await waiting(kind)).toEqual([])
  expect(await answer(owner, 'It was stolen')).toBe(200)
  const [one, ...more] = await waiting(kind)
  expect([one!.text, more]).toEqual(['It was stolen', []])
  expect(await decide('dismiss', one!)).toMatchObject({ done: true })
  expect((await own(owner)) ?? null).toBe(null)
  expect(await violatedInvariants(app.database)).toEqual([])
}

test.each(verdicts)(
  'S6 who undoes the change of a stolen account that is %s answers it',
  async (_, verdict) => {
    const [own, evil] = addresses()
    await moves(await joined(own), evil)
    await keptAfterAnswer(await logIn(evil), verdict)
    const owner = await undone(own)
    const action = verdict === hold ? 'member.give-answer-back' : 'abuse.give-answer-back'
    expect(await audited(action)).toMatchObject([
      { subject: `member ${owner.id}`, before: { answer: 'haha' } },
    ])
    await ownerIsRead(owner, verdict)
  },
)

test.each(verdicts)(
  'S16 a stranger’s account that is %s is answered by the mailbox’s owner',
  async (_, verdict) => {
    const [own] = addresses()
    await keptAfterAnswer(await register(own), verdict)
    await app.post('/api/forgot-password', { email: own })
    await ownerIsRead(await chosen(own), verdict)
  },
)

test.each(verdicts)(
  'S6 whom the operator gives a stolen account back that is %s answers it',
  async (_, verdict) => {
    const [own, evil] = addresses()
    const { id } = await joined(own)
    await moves(await logIn(own), evil)
    const thief = await logIn(evil)
    await keptAfterAnswer(thief, verdict)
    expect(await rename(thief, 'Rude Name')).toBe('renamed')
    expect((await yolo('password', String(id), '--email', own)).code).toBe(0)
    await app.post('/api/forgot-password', { email: own })
    const owner = await chosen(own)
    await ownerIsRead(owner, verdict)
    expect(await rename(owner, 'Own Name')).toBe('renamed')
  },
)

test('the owner’s own answer of before stays, with what was said to it', async () => {
  const [own, evil] = addresses()
  const owner = await joined(own)
  await keptAfterAnswer(owner, takedown)
  await moves(owner, evil)
  expect(await ownTakedown(await undone(own))).toMatchObject({ answer: 'haha', kept: 'Read.' })
})

test('an owner renames the account that a thief renamed, but not whom the operator named, or who did so before', async () => {
  for (const by of ['thief', 'operator', 'owner']) {
    const [own, evil] = addresses()
    const owner = await joined(own)
    if (by === 'owner') expect(await rename(owner, `Own Name ${count}`)).toBe('renamed')
    await moves(owner, evil)
    if (by === 'thief') expect(await rename(await logIn(evil), 'Rude Name')).toBe('renamed')
    if (by === 'operator') await yolo('rename', String(owner.id), 'Plain Name')
    const is = by === 'thief' ? 'renamed' : 'name_changed_lately'
    expect([by, await rename(await undone(own), `Next Name ${count}`)]).toEqual([by, is])
  }
})

/** A member with a text that is taken down. */
async function takenText(email: string) {
  const member = await joined(email)
  const { id: restaurant } = await app.restaurant()
  const words = { category: 3, by: member.id, description: 'Rude words.' }
  const { yoloId } = await app.item({ restaurant, ...words })
  await takeDown({ kind: 'text', id: yoloId })
  return { ...member, yoloId }
}

test('a mailbox gives back once and stays taken, so that who has two doesn’t answer again and again', async () => {
  const [own, evil] = addresses()
  const member = await takenText(own)
  await moves(member, evil)
  expect(await answerTakedown(await logIn(evil), 'First.')).toBe(200)
  const back = await undone(own)
  expect(await ownTakedown(back)).toMatchObject({ answer: null })
  const other = await register(evil)
  const { body } = await verify(await linkTo(evil, 'Please verify'), other)
  expect(body.error).toBe('mailbox_taken')
  await app.database.deleteFrom('users').where('id', '=', other.id).execute()

  await moves(back, evil)
  expect(await answerTakedown(await logIn(evil), 'Second.')).toBe(200)
  expect(await rename(await logIn(evil), 'Second Name')).toBe('renamed')
  const again = await undone(own)
  expect(await ownTakedown(again)).toMatchObject({ answer: 'Second.' })
  expect(await rename(again, 'Third Name')).toBe('name_changed_lately')
})

test('nor does who resets the password at the second one, and undoes the change to it', async () => {
  const [own, second] = addresses()
  const member = await takenText(own)
  const movesElsewhere = async (as: Member) => {
    await asksFor(as, second)
    expect((await verify(await linkTo(second, 'Confirm your new e-mail'))).status).toBe(200)
  }
  const resets = async () => {
    await app.post('/api/forgot-password', { email: second })
    return chosen(second)
  }
  expect(await answerTakedown(member, 'First.')).toBe(200)
  await movesElsewhere(member)
  const reader = await resets()
  expect(await answerTakedown(reader, 'Second.')).toBe(200)
  const back = await undone(own)
  expect(await ownTakedown(back)).toMatchObject({ answer: 'Second.' })
  await movesElsewhere(back)
  expect(await ownTakedown(await resets())).toMatchObject({ answer: 'Second.' })
})

test('a change that only waits gives nothing back: it costs no mailbox', async () => {
  const [own, evil] = addresses()
  const member = await joined(own)
  await asksFor(member, evil)
  await keptAfterAnswer(member, takedown)
  expect(await rename(member, 'First Name')).toBe('renamed')
  const owner = await undone(own)
  expect(await ownTakedown(owner)).toMatchObject({ answer: 'haha', kept: 'Read.' })
  expect(await answerTakedown(owner, 'Once more')).toBe(409)
})

const whileTextLocked = (id: number, work: () => Promise<unknown>) =>
  app.database.transaction().execute(async (tx) => {
    await tx.selectFrom('yolos').select('id').where('id', '=', id).forUpdate().execute()
    await work()
  })

test.each(['the admin', 'the owner'])(
  'an admin decides on the thief’s answer while the owner undoes the change: first %s',
  async (first) => {
    const [own, evil] = addresses()
    const { yoloId, ...member } = await takenText(own)
    await moves(member, evil)
    await answerTakedown(await logIn(evil), 'haha')
    const [one] = await waiting('abuse')
    const acts = [() => decide('remove', one!), () => undo(own)]
    if (first === 'the owner') acts.reverse()
    const running: Promise<unknown>[] = []
    await whileTextLocked(yoloId, async () => {
      for (const [index, act] of acts.entries()) {
        running.push(act())
        await untilWaitingForLock(app, index + 1)
      }
    })
    await Promise.all(running)
    await ownerIsRead(await chosen(own), takedown)
  },
)

test.each(verdicts)(
  'a thief’s answer that comes while the owner undoes is refused: %s',
  async (_, verdict) => {
    const [own, evil] = addresses()
    const member = await joined(own)
    await moves(member, evil)
    const thief = await logIn(evil)
    await verdict.give(thief)
    const token = await linkTo(own, 'Your e-mail is about to change')
    const answered = await whileLocked(app, member.id, async () => {
      const undoing = app.post('/api/user/email/undo', { token })
      await untilWaitingForLock(app, 1)
      const answering = verdict.answer(thief, 'haha')
      await untilWaitingForLock(app, 2)
      return { undoing, answering }
    })
    expect([(await answered.undoing).status, await answered.answering]).toEqual([200, 401])
    await ownerIsRead(await chosen(own), verdict)
  },
)
