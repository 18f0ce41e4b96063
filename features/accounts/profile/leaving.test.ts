import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { dishes } from '#platform/testing/dishes.ts'
import { queues } from '../server.ts'

const app = await testApp()
const food = dishes(app.services)
const password = 'sixteen old pennies'
let count = 0
async function joined() {
  const email = `leaver${++count}@example.org`
  const { body } = await app.post('/api/register', { userName: `Leaver ${count}`, email, password })
  const verified = app.database.updateTable('users').set({ email_verified_at: new Date() })
  await verified.where('id', '=', body.id).execute()
  return body as { id: number; token: string; email: string; name: string }
}
const mailed = (email: string, subject: string) =>
  app.mail((text) => text.includes(`To: ${email}`) && text.includes(`Subject: ${subject}`))
const itemsOf = (ids: number[]) =>
  app.database
    .selectFrom('items')
    .select(['id', 'upvote_count', 'yolo_count', 'listed'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

test('S6 deletion asks for the password, and takes everything at once; others’ votes stay', async () => {
  const member = await joined()
  const other = await app.member()
  const { id: restaurant } = await food.restaurant()
  const own = await food.item({ restaurant, category: 3, by: member.id })
  const liked = await food.item({ restaurant, category: 2, by: other.id })
  await app.post(`/api/items/${own.id}/upvote`, {}, { as: other })
  await app.post(`/api/items/${liked.id}/upvote`, {}, { as: member })
  await app.post('/api/follow/follow-user', { userId: other.id }, { as: member })
  const remove = (input: object) => app.delete('/api/user', input, { as: member })
  expect((await remove({})).status).toBe(403)
  expect((await remove({ password: 'wrong wrong' })).body.error).toBe('wrong_password')
  expect((await remove({ password })).body).toEqual({})
  expect((await app.get('/api/user', { as: member })).status).toBe(401)
  expect((await app.get(`/api/users/${member.id}`)).status).toBe(404)
  expect(await itemsOf([own.id, liked.id])).toEqual([
    { id: own.id, upvote_count: 1, yolo_count: 0, listed: false },
    { id: liked.id, upvote_count: 0, yolo_count: 1, listed: true },
  ])
  await mailed(member.email, 'Your account is deleted')
  const again = { userName: member.name, email: member.email, password }
  expect((await app.post('/api/register', again)).status).toBe(200)
})

test('disabling hides the member until the next log-in', async () => {
  const member = await joined()
  const { id: restaurant } = await food.restaurant()
  const own = await food.item({ restaurant, category: 3, by: member.id })
  const disable = (word: string) =>
    app.post('/api/user/disable', { password: word }, { as: member })
  expect((await disable('wrong')).status).toBe(403)
  expect((await disable(password)).status).toBe(200)
  expect((await app.get('/api/user', { as: member })).status).toBe(401)
  expect((await app.get(`/api/users/${member.id}`)).status).toBe(404)
  expect(await itemsOf([own.id])).toMatchObject([{ listed: false }])
  const { body } = await app.post('/api/login', { email: member.email, password })
  expect(body.id).toBe(member.id)
  expect((await app.get(`/api/users/${member.id}`)).status).toBe(200)
  expect(await itemsOf([own.id])).toMatchObject([{ listed: true }])
  await mailed(member.email, 'Your account is back')
})

test('S8 a link asked for before the account was disabled is void', async () => {
  const member = await joined()
  await app.post('/api/forgot-password', { email: member.email })
  const mail = await mailed(member.email, 'Choose a new password')
  const token = /token=([\w-]+)/.exec(mail)![1]
  await app.post('/api/user/disable', { password }, { as: member })
  expect((await app.post('/api/reset-password', { token, password })).status).toBe(400)
})

test('the nightly sweep forgets what has expired', async () => {
  const member = await joined()
  await app.post('/api/forgot-password', { email: member.email })
  await mailed(member.email, 'Choose a new password')
  app.clock.set(new Date(Date.now() + 31 * 86_400_000))
  await queues(app.services)[0]!.run({})
  app.clock.set(null)
  for (const table of ['sessions', 'mail_tokens'] as const)
    expect(await app.database.selectFrom(table).select('user_id').execute()).toEqual([])
})
