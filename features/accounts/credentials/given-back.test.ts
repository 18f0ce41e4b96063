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
let own: string
let evil: string
let count = 0
beforeEach(async () => {
  await app.empty()
  ;[own, evil] = [`owner${++count}@example.org`, `evil${count}@example.net`]
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
const verify = (token: string, as?: Member) => app.post('/api/verify-email', { token }, { as })
async function register() {
  const user = { userName: 'Reader of mail', email: own, password }
  const { status, body } = await app.post('/api/register', user)
  expect([status, body.error]).toEqual([200, undefined])
  return body as Member
}
/** Joins, and proves the address where they are logged in. */
async function joined() {
  const member = await register()
  expect((await verify(await linkTo(own, 'Please verify'), member)).status).toBe(200)
  return member
}
const logIn = async (email: string): Promise<Member> =>
  (await app.post('/api/login', { email, password })).body
/** Moves the account to another address, as a thief does who knows the password. Returns the thief's session. */
async function moved(as: Member, to = evil) {
  const wanted = { email: to, password }
  expect((await app.put('/api/user/email', wanted, { as })).status).toBe(200)
  expect((await verify(await linkTo(to, 'Confirm your new e-mail'), as)).status).toBe(200)
  return logIn(to)
}
const stolen = async () => moved(await joined())
/** Chooses a new password, which is the old one, by the link that is mailed to the address. Returns a session. */
async function chosen(email: string) {
  const token = await linkTo(email, 'Choose a new')
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(200)
  return logIn(email)
}
async function takenOver(email: string) {
  await app.post('/api/forgot-password', { email })
  return chosen(email)
}
async function undone(by = own) {
  const token = await linkTo(by, 'Your e-mail is about to change')
  expect((await app.post('/api/user/email/undo', { token })).status).toBe(200)
  return chosen(by)
}
const putName = (as: Member, userName: string) =>
  app.put('/api/user/display-name', { userName }, { as })
const rename = async (as: Member, userName: string) =>
  (await putName(as, userName)).body.error ?? 'renamed'

type Case = { id: string; version: string; text: string }
const waiting = async (kind: string): Promise<Case[]> =>
  (await app.get(`/api/admin/queue?kind=${kind}`, { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss', { id, version }: Case) {
  const body = { ids: [id], versions: [version], decision, reason: 'Read.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const takedown = {
  is: 'taken down',
  kind: 'abuse',
  audited: 'abuse.answer-again',
  give: ({ id }: Member) =>
    app.post('/api/takedowns', { kind: 'member', id, word: 'Spam.' }, { as: six }),
  read: async (as: Member) => (await app.get('/api/takedowns', { as })).body[0],
  async answer(as: Member, answer: string) {
    const { id } = await takedown.read(as)
    return (await app.post(`/api/takedowns/${id}/answer`, { answer }, { as })).status
  },
}
const hold: typeof takedown = {
  is: 'held',
  kind: 'suspects',
  audited: 'member.answer-again',
  give: ({ id }) => app.post('/api/admin/holds', { userId: id, reason: 'Alike.' }, { as: six }),
  read: async (as) => (await app.get('/api/holds', { as })).body.hold,
  answer: async (as, text) => (await app.post('/api/holds/answer', { text }, { as })).status,
}
const verdicts = [takedown, hold]

async function keeps({ kind }: typeof takedown) {
  const [one] = await waiting(kind)
  expect(await decide('remove', one!)).toMatchObject({ done: true })
}

/** How somebody else has an account, and how its owner gets it back. */
const ways = {
  'an undo': { lost: stolen, back: () => undone() },
  'a new password': { lost: register, back: () => takenOver(own) },
  'the operator': {
    lost: stolen,
    async back({ id }: Member) {
      expect((await yolo('password', String(id), '--email', own)).code).toBe(0)
      return takenOver(own)
    },
  },
}
const each = Object.entries(ways).flatMap(([way, { lost, back }]) =>
  verdicts.flatMap((verdict) =>
    [true, false].map((kept) => ({ way, is: verdict.is, kept, verdict, lost, back })),
  ),
)
test.each(each)(
  'S6 S16 who gets an account back by $way that is $is answers again, whether an admin kept it so: $kept',
  async ({ kept, verdict, lost, back }) => {
    const { kind, read, answer } = verdict
    const thief = await lost()
    await verdict.give(thief)
    expect(await answer(thief, 'haha')).toBe(200)
    expect(await rename(thief, 'Rude Name')).toBe('renamed')
    const [first] = await waiting(kind)
    if (kept) await keeps(verdict)
    const owner = await back(thief)
    expect((await waiting(kind)).map(({ text }) => text)).toEqual(kept ? [] : ['haha'])
    const shown = await read(owner)
    expect([shown?.answer, shown?.kept || null]).toEqual([null, null])
    expect(await rename(owner, 'Own Name')).toBe('renamed')

    expect(await answer(owner, 'It was stolen')).toBe(200)
    expect(await read(owner)).toMatchObject({ answer: 'It was stolen' })
    expect(await answer(owner, 'Once more')).toBe(409)
    const rows = app.database.selectFrom('audit').select('before')
    const audited = rows.where('action', '=', verdict.audited).execute()
    expect(await audited).toMatchObject([{ before: { answer: 'haha' } }])
    expect(await decide('dismiss', first!)).toMatchObject({ done: false })
    const next = await waiting(kind)
    expect(next).toMatchObject([{ text: 'It was stolen' }])
    expect(await decide('dismiss', next[0]!)).toMatchObject({ done: true })
    expect((await read(owner)) ?? null).toBe(null)
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)

test.each(verdicts)('who has two mailboxes and is $is answers once more', async (verdict) => {
  const { read, answer } = verdict
  // Two changes that were asked for before, which are undone one after the other.
  const member = await moved(await stolen(), own)
  await verdict.give(member)
  expect(await answer(member, 'First.')).toBe(200)
  const back = await undone(evil)
  expect(await answer(back, 'Second.')).toBe(200)
  await keeps(verdict)
  const again = await undone(own)
  expect(await read(again)).toMatchObject({ answer: 'Second.' })
  expect(await answer(await moved(again), 'Third.')).toBe(409)
})

test.each(['thief', 'operator', 'owner'])('an undo, and the name by the %s', async (by) => {
  const owner = await joined()
  if (by === 'owner') expect(await rename(owner, 'First Name')).toBe('renamed')
  const thief = await moved(owner)
  if (by === 'thief') expect(await rename(thief, 'Rude Name')).toBe('renamed')
  if (by === 'operator') await yolo('rename', String(owner.id), 'Plain Name')
  const next = await moved(await undone())
  expect(await rename(next, 'Next Name')).toBe(by === 'thief' ? 'renamed' : 'name_changed_lately')
  // Nor is it given back again within the year.
  expect(await rename(await undone(), 'Later Name')).toBe('name_changed_lately')
})

const acts = [
  ...verdicts.map(({ is, give, answer }) => ({ is, give, act: (as: Member) => answer(as, 'ha') })),
  {
    is: 'renamed',
    give: () => null,
    act: async (as: Member) => (await putName(as, 'Rude')).status,
  },
]
test.each(acts)('a thief is refused while the owner undoes: $is', async ({ give, act }) => {
  const thief = await stolen()
  await give(thief)
  const token = await linkTo(own, 'Your e-mail is about to change')
  const done = await whileLocked(app, thief.id, async () => {
    const undoing = app.post('/api/user/email/undo', { token })
    await untilWaitingForLock(app, 1)
    const acting = act(thief)
    await untilWaitingForLock(app, 2)
    return { undoing, acting }
  })
  expect([(await done.undoing).status, await done.acting]).toEqual([200, 401])
})
