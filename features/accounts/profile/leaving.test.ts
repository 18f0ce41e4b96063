import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countRowsByStatement } from '#platform/testing/database/rows-by-statement.ts'
import { testApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { dishes } from '#platform/testing/dishes.ts'
import { nightlyQueue } from '../nightly.server.ts'

const app = await testApp()
const food = dishes(app.services)
const password = 'sixteen old pennies'
const day = 86_400_000
let count = 0
async function joined() {
  const { body } = await app.post('/api/register', {
    userName: `Leaver ${++count} eater`,
    email: `leaver${count}@example.org`,
    password,
  })
  return body as { id: number; token: string; email: string; name: string }
}
const exists = async (id: number) =>
  (await app.database.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1
const sweep = () => nightlyQueue(app.services).run({})

test('deletion asks for the password, ends the sessions, and is undone by logging in within 14 days', async () => {
  const member = await joined()
  const ask = (word?: string) =>
    app.delete('/api/user', word === undefined ? {} : { password: word }, { as: member })
  expect((await ask()).status).toBe(403)
  expect((await ask('wrong wrong')).body).toMatchObject({ error: 'wrong_password' })
  const { body } = await ask(password)
  expect(Math.round((Date.parse(body.deleteAt) - Date.now()) / day)).toBe(14)
  expect((await app.get('/api/user', { as: member })).status).toBe(401)
  await app.mail(
    (text) => text.includes(`To: ${member.email}`) && text.includes('deleted in 14 days'),
  )
  app.clock.set(new Date(Date.now() + 13 * day))
  await sweep()
  const back = () => app.post('/api/login', { email: member.email, password })
  expect((await back()).body).toMatchObject({ id: member.id, cameBackFrom: 'deletion' })
  // The address is told, because it might be somebody else who knows the password.
  await app.mail(
    (text) => text.includes(`To: ${member.email}`) && text.includes('Your account is back'),
  )
  // The next log-in is one like any other.
  expect((await back()).body).not.toHaveProperty('cameBackFrom')
  app.clock.set(new Date(Date.now() + 15 * day))
  await sweep()
  expect(await exists(member.id)).toBe(true)
  app.clock.set(null)
})

test('after 14 days the account is gone, with its yolos and votes; others’ votes stay', async () => {
  const member = await joined()
  const other = await app.member()
  const { id: restaurant } = await food.restaurant()
  const own = await food.item({ restaurant, category: 3, by: member.id })
  const liked = await food.item({ restaurant, category: 2, by: other.id })
  await app.post(`/api/items/${own.id}/upvote`, {}, { as: other })
  await app.post(`/api/items/${liked.id}/upvote`, {}, { as: member })
  await app.delete('/api/user', { password }, { as: member })
  app.clock.set(new Date(Date.now() + 14 * day + 60_000))
  await sweep()
  app.clock.set(null)
  expect(await exists(member.id)).toBe(false)
  const items = await app.database
    .selectFrom('items')
    .select(['id', 'upvote_count', 'yolo_count', 'listed'])
    .where('id', 'in', [own.id, liked.id])
    .orderBy('id')
    .execute()
  expect(items).toEqual([
    { id: own.id, upvote_count: 1, yolo_count: 0, listed: false },
    { id: liked.id, upvote_count: 0, yolo_count: 1, listed: true },
  ])
  expect(
    (await app.post('/api/register', { userName: member.name, email: member.email, password }))
      .status,
  ).toBe(200)
})

test('a restaurant that only its deleted member saw is deleted with the account, no other one', async () => {
  const added = async (isSaved: boolean) => {
    const member = await joined()
    const { id } = await food.restaurant()
    await food.item({ restaurant: id, category: 3, by: member.id })
    await app.database
      .updateTable('restaurants')
      .set({ added_by: member.id, unconfirmed: true, hidden_at: new Date() })
      .where('id', '=', id)
      .execute()
    if (isSaved) await food.item({ restaurant: id, category: 3, by: (await app.member()).id })
    await app.delete('/api/user', { password }, { as: member })
    return id
  }
  const [alone, shared] = [await added(false), await added(true)]
  app.clock.set(new Date(Date.now() + 14 * day + 60_000))
  await sweep()
  app.clock.set(null)
  const left = app.database
    .selectFrom('restaurants')
    .select('id')
    .where('id', 'in', [alone, shared])
  expect(await left.execute()).toEqual([{ id: shared }])
  expect(await violatedInvariants(app.database)).toEqual([])
})

test('a disabled account is back with the next log-in', async () => {
  const member = await joined()
  expect((await app.post('/api/user/disable', { password: 'wrong' }, { as: member })).status).toBe(
    403,
  )
  expect((await app.post('/api/user/disable', { password }, { as: member })).status).toBe(200)
  expect((await app.get('/api/user', { as: member })).status).toBe(401)
  const state = () =>
    app.database
      .selectFrom('users')
      .select('disabled_at')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
  expect((await state()).disabled_at).not.toBeNull()
  expect((await app.post('/api/login', { email: member.email, password })).body).toMatchObject({
    cameBackFrom: 'disabled',
  })
  expect((await state()).disabled_at).toBeNull()
})

test('who sleeps or leaves is hidden with name and words, and back with the next log-in', async () => {
  for (const leave of ['disable', 'delete']) {
    const member = await joined()
    const { id: restaurant } = await food.restaurant()
    const own = await food.item({ restaurant, category: 3, by: member.id, description: 'Smoky' })
    const shown = async () => ({
      page: (await app.get(`/api/users/${member.id}`)).status,
      place: (await app.get(`/api/restaurants/${restaurant}`)).text.includes(member.name),
      words: (await app.get(`/api/restaurants/${restaurant}`)).text.includes('Smoky'),
      dish: (await app.get(`/api/restaurants/${restaurant}`)).text.includes(`"id":${own.id},`),
    })
    const whole = { page: 200, place: true, words: true, dish: true }
    expect(await shown()).toEqual(whole)
    const answer =
      leave === 'disable'
        ? await app.post('/api/user/disable', { password }, { as: member })
        : await app.delete('/api/user', { password }, { as: member })
    expect(answer.status).toBe(200)
    expect(await shown()).toEqual({ page: 404, place: false, words: false, dish: true })
    await app.post('/api/login', { email: member.email, password })
    expect(await shown()).toEqual(whole)
  }
})

test('without a password only a fresh log-in proves who asks', async () => {
  const member = await app.member()
  app.clock.set(new Date(Date.now() + 11 * 60_000))
  expect((await app.delete('/api/user', {}, { as: member })).body.error).toBe('log_in_afresh')
  app.clock.set(null)
  expect((await app.delete('/api/user', {}, { as: member })).status).toBe(200)
})

test('an account whose deletion fails keeps nothing else from being done, and is tried again', async () => {
  const [one, two] = [await joined(), await joined()]
  for (const as of [one, two]) await app.delete('/api/user', { password }, { as })
  const expired = () =>
    app.database.selectFrom('sessions').select('user_id').where('expires_at', '<', new Date())
  const three = await joined()
  await app.database
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - day) })
    .where('user_id', '=', three.id)
    .execute()
  expect(await expired().execute()).toHaveLength(1)
  await sql`
    create function fails() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$`.execute(app.database)
  await sql`
    create trigger fails before delete on users for each row
      when (old.id = ${sql.lit(one.id)}) execute function fails()`.execute(app.database)
  app.clock.set(new Date(Date.now() + 15 * day))
  await expect(sweep()).rejects.toThrow('1 of the steps failed')
  expect([await exists(one.id), await exists(two.id)]).toEqual([true, false])
  expect(await expired().execute()).toEqual([])
  await sql`drop trigger fails on users`.execute(app.database)
  await sweep()
  app.clock.set(null)
  expect(await exists(one.id)).toBe(false)
})

test('however many leave on one day, at most a hundred are deleted by one statement', async () => {
  await sql`
    insert into users (user_name, user_name_key, user_name_caps_key, user_name_keyed_by, delete_at)
    select 'Crowd ' || n, 'leaving crowd ' || n, 'leaving crowd ' || n, 1, now() - interval '1 day'
      from generate_series(1, 250) n`.execute(app.database)
  const deleted = await countRowsByStatement(app.database, 'delete', 'users')
  await sweep()
  expect(await deleted()).toEqual({ all: 250, most: 100 })
})

test(
  'an account with so many votes that deleting them takes over ten seconds is deleted',
  { tags: 'long' },
  async () => {
    const member = await joined()
    await sql`
    create function takes_long() returns trigger language plpgsql as $$
    begin perform pg_sleep(11); return old; end $$`.execute(app.database)
    await sql`
    create trigger takes_long before delete on users for each row
      when (old.id = ${sql.lit(member.id)}) execute function takes_long()`.execute(app.database)
    expect((await app.delete('/api/user', { password }, { as: member })).status).toBe(200)
    app.clock.set(new Date(Date.now() + 15 * day))
    await sweep()
    app.clock.set(null)
    expect(await exists(member.id)).toBe(false)
  },
)

test('expired rows are forgotten, any number of them', async () => {
  await sql`
    insert into rate_limits (key, points, expire)
    select 'swept ' || n, 1, case when n > 25000 then 1e15 else 0 end from generate_series(1, 25003) n`.execute(
    app.database,
  )
  await sweep()
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from rate_limits where key like 'swept %'`.execute(
    app.database,
  )
  expect(rows).toEqual([{ count: 3 }])
})

test('forgetting waits for no row that a request holds, which might wait for the next one', async () => {
  const held = async () => {
    const rows = app.database.selectFrom('rate_limits').where('key', 'like', 'held %')
    return (await rows.select('key').execute()).map(({ key }) => key)
  }
  const [one, two] = ['held 1', 'held 2'].map((key) => ({ key, points: 1, expire: 0 }))
  await app.database.insertInto('rate_limits').values([one!, two!]).execute()
  await app.database.transaction().execute(async (tx) => {
    await tx.updateTable('rate_limits').set({ points: 2 }).where('key', '=', 'held 1').execute()
    await sweep()
    expect(await held()).toEqual(['held 1'])
  })
  await sweep()
  expect(await held()).toEqual([])
})

test('the photo of a favorite that an admin deleted goes with its account', async () => {
  const [member, admin] = [await joined(), await app.member({ id: 7 })]
  const { id: restaurant } = await app.restaurant()
  const { yoloId } = await app.item({ restaurant, category: 3, by: member.id })
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()]), 'dish.jpg')
  const upload = { as: member, body: form }
  const sent = await app.request('POST', `/api/yolo-image/${yoloId}/image/upload`, upload)
  expect(sent.status).toBe(200)
  await app.database.deleteFrom('stray_photos').execute()
  const removed = await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: admin })
  expect(removed.status).toBe(200)
  expect((await app.delete('/api/user', { password }, { as: member })).status).toBe(200)
  app.clock.set(new Date(Date.now() + 15 * day))
  await sweep()
  expect(await exists(member.id)).toBe(false)
  const due = await app.database.selectFrom('stray_photos').select('due').execute()
  expect(due.map((one) => one.due <= app.services.clock.now())).toEqual([true])
  app.clock.set(null)
})
