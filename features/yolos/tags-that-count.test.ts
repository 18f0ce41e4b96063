import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

// Whose tags a dish has: those of members who are shown, of unverified ones only beside no verified one, of held ones
// only beside nobody else,
// and of these such as enough of them gave.

type Member = { id: number; token: string }

const burgers = 3
const [vegetarian, spicy, cheesy] = [35, 36, 37]
const password = 'nine quick foxes'

let app: TestApp
let admin: Person
let place: { id: number }
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
  place = await app.restaurant()
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

const dish = (by: Member, tags: number[]) =>
  app.item({ restaurant: place.id, category: burgers, by: by.id, tags })
const saving = (as: Member, itemId: number, tags: number[]) =>
  app.post('/api/yolos', { categoryId: burgers, itemId, tags }, { as })
async function save(...what: Parameters<typeof saving>) {
  const { status, body } = await saving(...what)
  expect(status).toBe(200)
  return body.id as number
}
/** Returns which of the three tags lists find this dish by. */
async function tagsOf(item: number) {
  const found: number[] = []
  for (const tag of [vegetarian, spicy, cheesy]) {
    const { body } = await app.get(`/api/yolos?category=${burgers}&tags=${tag}`)
    if ((body.top as { id: number }[]).some(({ id }) => id === item)) found.push(tag)
  }
  return found
}
const hasTags = (item: number, tags: number[]) => expect.poll(() => tagsOf(item)).toEqual(tags)

let count = 0
async function joined() {
  const email = `tags${++count}@example.org`
  const { body } = await app.post('/api/register', {
    userName: `Tagging ${count} eater`,
    email,
    password,
  })
  const verify = async () => {
    const mail = await app.mail(
      (text) => text.includes(`To: ${email}`) && text.includes('verification-success'),
    )
    const token = /verification-success\?token=([\w-]+)/.exec(mail)![1]
    expect((await app.post('/api/verify-email', { token })).status).toBe(200)
  }
  return { ...(body as Member), email, verify }
}

it('an unverified member’s tags count once they verify, or while no verified member has the dish', async () => {
  const newcomer = await joined()
  const shared = await dish(await app.member(), [vegetarian])
  await save(newcomer, shared.id, [spicy])
  await hasTags(shared.id, [vegetarian])
  await newcomer.verify()
  await hasTags(shared.id, [vegetarian, spicy])

  const own = await dish(await app.member({ verified: false }), [spicy])
  await hasTags(own.id, [spicy])
  const verified = await app.member()
  const yolo = await save(verified, own.id, [])
  await hasTags(own.id, [])
  await app.put(`/api/yolos/${yolo}/tags`, { tags: [cheesy] }, { as: verified })
  await hasTags(own.id, [cheesy])
  expect((await app.delete(`/api/yolos/delete/${yolo}`, {}, { as: verified })).status).toBe(200)
  await hasTags(own.id, [spicy])
})

it('the tags of a member who is taken down or held don’t count until that ends', async () => {
  const { id } = await dish(await app.member({ verified: false }), [vegetarian])
  const member = await app.member()
  await save(member, id, [spicy])
  await hasTags(id, [spicy])
  const thing = { kind: 'member', id: member.id }
  await app.post('/api/takedowns', { ...thing, word: 'Spam.' }, { as: admin })
  await hasTags(id, [vegetarian])
  await app.delete('/api/takedowns', thing, { as: admin })
  await hasTags(id, [spicy])
  await app.post('/api/admin/holds', { userId: member.id, reason: 'Spam.' }, { as: admin })
  await hasTags(id, [vegetarian])
  // Otherwise the tags of a dish that only they saved would tell everyone who is held.
  const { id: alone } = await dish(member, [cheesy])
  await hasTags(alone, [cheesy])
  await app.delete(`/api/admin/holds/${member.id}`, {}, { as: admin })
  await hasTags(id, [spicy])
})

it('the tags of a member who disables or leaves their account come back with them', async () => {
  const member = await joined()
  await member.verify()
  const { id } = await dish(await app.member(), [vegetarian])
  await save(member, id, [spicy])
  await hasTags(id, [vegetarian, spicy])
  const leave = {
    disable: (as: Member) => app.post('/api/user/disable', { password }, { as }),
    delete: (as: Member) => app.delete('/api/user', { password }, { as }),
  }
  for (const way of ['disable', 'delete'] as const) {
    const { body: as } = await app.post('/api/login', { email: member.email, password })
    expect((await leave[way](as as Member)).status).toBe(200)
    await hasTags(id, [vegetarian])
    await app.post('/api/login', { email: member.email, password })
    await hasTags(id, [vegetarian, spicy])
  }
})

it('one new account can’t label a dish that others saved', async () => {
  const { id } = await dish(await app.member(), [vegetarian])
  const second = await app.member()
  await save(second, id, [spicy])
  await hasTags(id, [vegetarian, spicy])
  // A tag of any but the first two needs another member.
  const puppet = await app.member()
  const yolo = await save(puppet, id, [cheesy])
  await hasTags(id, [vegetarian, spicy])
  await save(await app.member(), id, [cheesy])
  await hasTags(id, [vegetarian, spicy, cheesy])
  await app.put(`/api/yolos/${yolo}/tags`, { tags: [] }, { as: puppet })
  await hasTags(id, [vegetarian, spicy])
})

it('an older favorite that is renamed to a newer dish is the last there', async () => {
  const puppet = await app.member()
  const name = 'Newer'
  const older = await dish(puppet, [cheesy])
  const others = [await app.member(), await app.member()]
  const newer = await app.item({
    restaurant: place.id,
    category: burgers,
    name,
    by: others[0]!.id,
    tags: [vegetarian],
  })
  const second = await save(others[1]!, newer.id, [])
  expect(
    (await app.put('/api/yolo/name', { yoloId: older.yoloId, new_name: name }, { as: puppet }))
      .status,
  ).toBe(200)
  await hasTags(newer.id, [vegetarian])
  // Undoing its deletion doesn’t make it one of the first.
  expect((await app.delete(`/api/yolos/delete/${older.yoloId}`, {}, { as: puppet })).status).toBe(
    200,
  )
  expect((await app.post(`/api/yolos/${older.yoloId}/restore`, {}, { as: puppet })).status).toBe(
    200,
  )
  await hasTags(newer.id, [vegetarian])
  await app.delete(`/api/yolos/delete/${second}`, {}, { as: others[1]! })
  await hasTags(newer.id, [vegetarian, cheesy])
})

it('a third favorite without tags takes none of the two before', async () => {
  const { id } = await dish(await app.member(), [])
  await save(await app.member(), id, [spicy])
  await save(await app.member(), id, [])
  const { rows } = await sql`select tags from items where id = ${id}`.execute(app.database)
  expect(rows).toEqual([{ tags: [spicy] }])
})

it('a tag that fewer than a quarter of those who tagged the dish gave doesn’t count', async () => {
  const { id } = await dish(await app.member(), [vegetarian])
  for (let others = 0; others < 3; others++) await save(await app.member(), id, [spicy])
  await hasTags(id, [vegetarian, spicy])
  await save(await app.member(), id, [])
  await hasTags(id, [vegetarian, spicy])
  const fifth = await app.member()
  await save(fifth, id, [spicy])
  await hasTags(id, [spicy])
  await app.post('/api/admin/holds', { userId: fifth.id, reason: 'Spam.' }, { as: admin })
  await hasTags(id, [vegetarian, spicy])
})

it('F8 tags are right when saves, verifying, holds and takedowns of members cross', async () => {
  const members = await Promise.all(
    Array.from({ length: 6 }, (_, at) => app.member({ verified: at % 2 === 0 })),
  )
  const dishes = await Promise.all(members.map((member) => dish(member, [vegetarian])))
  const at = <T>(list: T[], index: number) => list[index % list.length]!
  const verify = (id: number) =>
    app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', id)
      .execute()
  const thing = (id: number) => ({ kind: 'member', id })
  const answers = await Promise.all(
    members.flatMap((member, n) => [
      saving(member, at(dishes, n + 1).id, [spicy]),
      verify(at(members, n + 2).id),
      saving(member, at(dishes, n + 5).id, [cheesy]),
      n % 2
        ? app.post(
            '/api/admin/holds',
            { userId: at(members, n + 3).id, reason: 'x' },
            { as: admin },
          )
        : app.post('/api/takedowns', { ...thing(at(members, n + 3).id), word: 'x' }, { as: admin }),
    ]),
  )
  for (const answer of answers) if ('status' in answer) expect(answer.status).toBeLessThan(500)
  expect(await violatedInvariants(app.database)).toEqual([])
  for (const { id } of members)
    await app.post('/api/takedowns', { ...thing(id), word: 'Spam.' }, { as: admin })
  for (const { id } of dishes) await hasTags(id, [])
})
