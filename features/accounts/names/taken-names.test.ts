import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { nightlyQueue } from '../nightly.server.ts'
import { operatorOf } from '../user-command.testing.ts'

// A name that somebody took with an invented address is free for who it belongs to.

const app = await testApp()
afterEach(() => app.clock.set(null))
const yolo = operatorOf(app)
const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day)
let count = 0
const newName = () => `Vica Woman ${++count}`
/** Makes the member one who was here last so many days ago. */
const used = (days: number, { id }: Person) =>
  users(id)
    .set({ last_used_on: daysAgo(days).toISOString().slice(0, 10) })
    .execute()
async function holder(userName: string, more: { verified?: boolean; createdAt?: Date } = {}) {
  const member = await app.member({ userName, verified: false, createdAt: daysAgo(31), ...more })
  await used(31, member)
  return member
}
const favoriteOf = async ({ id }: Person) =>
  app.item({ restaurant: (await app.restaurant()).id, category: 3, by: id })
const rename = (as: Person, userName: string) =>
  app.put('/api/user/display-name', { userName }, { as })
const nameOf = async ({ id }: Person) =>
  (
    await app.database
      .selectFrom('users')
      .select('user_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).user_name
const users = (id: number) => app.database.updateTable('users').where('id', '=', id)
const audited = (subject: string) =>
  app.database
    .selectFrom('audit')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .execute()

test('S27 a verified member gets the name of an account that was never verified, nor used for 30 days', async () => {
  const name = newName()
  const squatter = await holder(name)
  await users(squatter.id)
    .set({ user_name_changed_at: daysAgo(1) })
    .execute()
  // Who joins isn't verified yet.
  const joining = {
    userName: name,
    email: `vica${count}@example.org`,
    password: 'nine tin whistles',
  }
  expect((await app.post('/api/register', joining)).body.error).toBe('name_taken')
  const vica = await app.member()
  const spelt = name.toUpperCase().replaceAll(' ', '.')
  expect((await rename(vica, spelt)).body.result.userName).toBe(spelt)
  expect((await app.get(`/api/users/${vica.id}`)).text).toContain(spelt)
  expect((await app.get(`/api/users/${squatter.id}`)).text).toContain(`Member ${squatter.id}`)
  expect(await audited(`member ${squatter.id}`)).toEqual([
    {
      actor_id: vica.id,
      action: 'member.lose-name',
      before: { userName: name },
      after: { userName: `Member ${squatter.id}` },
    },
  ])
  // Its member reads that, and may choose another one, but not that one.
  const lost = async () => {
    const [account, page] = await Promise.all(
      ['/api/user', '/api/my-page'].map((path) => app.get(path, { as: squatter })),
    )
    return [account!.body.lostName, page!.body.lostName]
  }
  expect(await lost()).toEqual([name, name])
  expect((await rename(squatter, name)).body.error).toBe('name_taken')
  expect(await lost()).toEqual([name, name])
  expect((await rename(squatter, newName())).status).toBe(200)
  expect(await lost()).toEqual([null, null])
})

test('S27 an account that is taken down keeps no name by its favorites', async () => {
  const impostor = await holder(newName())
  await favoriteOf(impostor)
  const asker = await app.member()
  expect((await rename(asker, impostor.name)).body.error).toBe('name_taken')
  const admin = await app.member({ id: 514 })
  const thing = { kind: 'member', id: impostor.id, word: 'This isn’t you.' }
  expect((await app.post('/api/takedowns', thing, { as: admin })).status).toBe(200)
  expect((await rename(asker, impostor.name)).status).toBe(200)
})

test('S27 where ‘Member’ and the id is taken, too, a number goes behind it', async () => {
  const squatter = await holder(newName())
  await app.member({ userName: `Member ${squatter.id}` })
  expect((await rename(await app.member(), squatter.name)).status).toBe(200)
  expect(await nameOf(squatter)).toMatch(new RegExp(`^Member ${squatter.id} \\d+$`))
})

test.each([
  ['joined lately', () => holder(newName(), { createdAt: daysAgo(29) })],
  [
    'was here lately',
    async () => {
      const member = await holder(newName())
      await used(29, member)
      return member
    },
  ],
  [
    'has a favorite',
    async () => {
      const member = await holder(newName())
      await favoriteOf(member)
      return member
    },
  ],
  [
    'came by Apple until the operator gave the account an address',
    async () => {
      const member = await holder(newName())
      const identity = { issuer: 'https://apple.example', subject: `s${member.id}` }
      await app.database
        .insertInto('identities')
        .values({ ...identity, user_id: member.id, created_at: new Date() })
        .execute()
      const email = `given${member.id}@example.org`
      expect((await yolo('password', String(member.id), '--email', email)).code).toBe(0)
      return member
    },
  ],
  [
    'has the name from the operator',
    async () => {
      const member = await holder(newName())
      const name = `Member ${member.id}`
      await yolo('rename', String(member.id), name)
      return { ...member, name }
    },
  ],
  ['is verified', () => holder(newName(), { verified: true })],
  [
    'was verified before one mailbox verified one account',
    async () => {
      const member = await holder(newName(), { verified: true })
      await app.database.deleteFrom('mailboxes').where('user_id', '=', member.id).execute()
      return member
    },
  ],
  [
    'was verified before',
    async () => {
      const member = await holder(newName(), { verified: true })
      const address = `moved${member.id}@example.org`
      const moved = { email: address, email_key: address, email_verified_at: null }
      await users(member.id).set(moved).execute()
      return member
    },
  ],
  [
    'came by Apple, without an e-mail',
    async () => {
      const member = await holder(newName())
      const identity = { issuer: 'https://apple.example', subject: `s${member.id}` }
      await app.database
        .insertInto('identities')
        .values({ ...identity, user_id: member.id, created_at: new Date() })
        .execute()
      return member
    },
  ],
])('S27 who %s keeps the name', async (_who, make) => {
  const member = await make()
  expect((await rename(await app.member(), member.name)).body.error).toBe('name_taken')
  expect(await nameOf(member)).toBe(member.name)
})

test.each(['ends by itself', 'is logged out'])(
  'S27 who was here yesterday keeps the name when the session %s',
  async (how) => {
    const joined = Date.now()
    const onDay = (days: number) => app.clock.set(new Date(joined + days * day))
    const joining = {
      userName: newName(),
      email: `ida${count}@example.org`,
      password: 'nine tin whistles',
    }
    const ida = (await app.post('/api/register', joining)).body
    for (let days = 3; days < 30; days += 3) {
      onDay(days)
      expect((await app.get('/api/user', { as: ida })).status).toBe(200)
    }
    onDay(29.95)
    // No request waits until its day is noted, and one whose turn is taken leaves it to the next.
    const noted = async () => {
      expect((await app.get('/api/my-page', { as: ida })).status).toBe(200)
      return app.database
        .selectFrom('users')
        .select(sql<string>`last_used_on::text`.as('day'))
        .where('id', '=', ida.id)
        .executeTakeFirstOrThrow()
    }
    const today = app.services.clock.now().toISOString().slice(0, 10)
    await expect.poll(noted).toEqual({ day: today })
    if (how === 'is logged out') await app.post('/api/logout', {}, { as: ida })
    onDay(30.1)
    await nightlyQueue(app.services).run({})
    expect((await app.get('/api/user', { as: ida })).status).toBe(401)
    const asking = async () => rename(await app.member(), joining.userName)
    for (const days of [30.7, 59.9]) {
      onDay(days)
      expect((await asking()).body.error).toBe('name_taken')
    }
    onDay(61)
    expect((await asking()).status).toBe(200)
  },
)

test('S27 of several who ask for the name at once one has it, and nobody waits for ever', async () => {
  for (let round = 0; round < 5; round++) {
    const name = newName()
    // Their rows are on both sides of the holder's.
    const before = [await app.member(), await app.member()]
    const squatter = await holder(name)
    const askers = [...before, await app.member(), await app.member()]
    const answers = await Promise.all(askers.toReversed().map((asker) => rename(asker, name)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await nameOf(squatter)).toBe(`Member ${squatter.id}`)
  }
  const { rows } = await sql`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database)
  expect(rows).toEqual([{ deadlocks: '0' }])
  expect(await violatedInvariants(app.database)).toEqual([])
})

test('the operator takes a name away, which is free at once, for a year at least', async () => {
  const impostor = await app.member({ userName: newName() })
  await users(impostor.id)
    .set({ user_name_changed_at: daysAgo(2) })
    .execute()
  const plain = `Member ${impostor.id}`
  const { code, said } = await yolo('rename', String(impostor.id), 'Member', String(impostor.id))
  expect([code, said]).toEqual([
    0,
    `User ${impostor.id} was ${impostor.name} and is ${plain} now, and can change that in a year.`,
  ])
  expect(await nameOf(impostor)).toBe(plain)
  expect((await rename(impostor, impostor.name)).body.error).toBe('name_changed_lately')
  expect((await rename(await app.member(), impostor.name)).status).toBe(200)
  expect(await audited(`user ${impostor.id}`)).toEqual([
    {
      actor_id: 0,
      action: 'user.rename',
      before: { userName: impostor.name },
      after: { userName: plain },
    },
  ])
})

test('a takedown gives back no change of the name that the operator gave, but of one’s own', async () => {
  const impostor = await app.member({ userName: newName() })
  await yolo('rename', String(impostor.id), 'Member', String(impostor.id))
  const takenDown = () =>
    users(impostor.id).set({ suspended_at: app.services.clock.now() }).execute()
  const from = async () => (await app.get('/api/user', { as: impostor })).body.nameChangeFrom
  await takenDown()
  expect(await from()).not.toBeNull()
  expect((await rename(impostor, impostor.name)).body.error).toBe('name_changed_lately')
  // After the year the name of now is the member's own.
  await users(impostor.id)
    .set({ user_name_changed_at: daysAgo(366) })
    .execute()
  expect(await from()).toBeNull()
  expect((await rename(impostor, newName())).status).toBe(200)
  await takenDown()
  expect(await from()).toBeNull()
  expect((await rename(impostor, newName())).status).toBe(200)
})

test('the operator’s names keep the rules of all names, and refusals say why', async () => {
  const [member, other] = [await app.member(), await app.member({ userName: newName() })]
  const refused = async (...args: string[]) => {
    const { code, said } = await yolo('rename', ...args)
    expect(code).toBe(2)
    return said
  }
  const id = String(member.id)
  expect(await refused(id, 'The', 'Admin')).toBe(
    `This name can't be used: This name is kept for the people who run this site.`,
  )
  expect(await refused(id, 'x'.repeat(51))).toBe(`This name can't be used: At most 50 characters.`)
  expect(await refused(id)).toBe(`This name can't be used: Please fill this in.`)
  expect(await refused('999999', 'Nobody Here')).toBe('There is no user 999999.')
  expect(await refused('x', 'Nobody Here')).toContain('Usage: ')
  expect(await refused(id, other.name.replaceAll(' ', '-'))).toBe(
    `User ${other.id}, ${other.name}, has this name, or one that looks like it: ` +
      `'user rename ${other.id} <name>' frees it.`,
  )
  expect(await nameOf(member)).toBe(member.name)
  expect(await audited(`user ${id}`)).toEqual([])
  // Who runs the site may be called so.
  await app.member({ id: 7 })
  expect((await yolo('rename', '7', 'Yolo', 'Seven')).code).toBe(0)
})

test('what an admin took down as a text is no name that the operator gives', async () => {
  const [member, admin] = [await app.member(), await app.member({ id: 6 })]
  const { id: restaurant } = await app.restaurant()
  const { yoloId } = await app.item({
    restaurant,
    category: 3,
    by: member.id,
    description: 'Rude words here',
  })
  const thing = { kind: 'text', id: yoloId, word: 'Be kind.' }
  expect((await app.post('/api/takedowns', thing, { as: admin })).status).toBe(200)
  const { code, said } = await yolo('rename', String(member.id), 'Rude', 'words', 'here')
  expect([code, said]).toEqual([2, expect.stringContaining('We took this text down.')])
  expect(await nameOf(member)).toBe(member.name)
})

test('the day of last use keeps no request waiting while an upgrade locks all members', async () => {
  const member = await app.member()
  await users(member.id)
    .set({ last_used_on: daysAgo(2) })
    .execute()
  await app.database.transaction().execute(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx)
    expect((await app.get('/api/my-page', { as: member })).status).toBe(200)
  })
  const day = async () => {
    await app.get('/api/my-page', { as: member })
    const { rows } = await sql<{ isToday: boolean }>`
      select last_used_on = (now() at time zone 'UTC')::date as "isToday" from users where id = ${member.id}`.execute(
      app.database,
    )
    return rows[0]!.isToday
  }
  await expect.poll(day).toBe(true)
})
