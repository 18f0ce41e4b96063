import { expect, test } from 'vitest'
import { calls } from '#app/contract.ts'
import type { AnyCall } from '#platform/contract/call.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const admin = await app.member({ id: 6 })

/** Writes that neither show nor count anything, so that members who were taken down may make them too. */
const theirs = [
  // Taking back or removing their own things.
  'DELETE /abuse-reports',
  'DELETE /corrections/:id',
  'DELETE /follow/un-follow-user',
  'DELETE /items/:id/expired',
  'DELETE /restaurants/:id/closed',
  'DELETE /user/avatar',
  'DELETE /yolo-image/:yoloId',
  'DELETE /yolos/delete/:yoloId',
  'POST /items/:id/removeUpvote',
  // Blocking other members.
  'DELETE /follow/block',
  'POST /follow/block',
  // Putting right what nobody sees while they are down.
  'POST /user/avatar/upload',
  'PUT /user/bio',
  'PUT /user/display-name',
  // Managing their account, and answering what was done to it.
  'DELETE /sessions',
  'DELETE /sessions/:id',
  'DELETE /user',
  'DELETE /user/apple',
  'DELETE /user/email',
  'DELETE /user/push-subscriptions',
  'DELETE /user/push-subscriptions/:id',
  'POST /follow/update-last-read',
  'POST /holds/answer',
  'POST /logout',
  'POST /notifications/read',
  'POST /resend-verification',
  'POST /save-location',
  'POST /takedowns/:id/answer',
  'POST /user/disable',
  'POST /user/email/resend',
  'POST /user/push-subscriptions',
  'PUT /notification-settings',
  'PUT /user/email',
  'PUT /user/name',
  'PUT /user/password',
]

const isWrite = ({ route, unsafeGet }: AnyCall) => !route.startsWith('GET ') || Boolean(unsafeGet)

test('every write of a member is closed to those who were taken down, or is their own affair', () => {
  const open = calls
    .filter(
      (call: AnyCall) => call.access === 'member' && isWrite(call) && !call.refusedWhenTakenDown,
    )
    .map(({ route }) => route)
  expect(new Set(open)).toEqual(new Set(theirs))
})

test('a member who was taken down neither votes, reports, confirms, follows nor enters contests', async () => {
  const owner = await app.member()
  const down = await app.member()
  const restaurant = (await app.restaurant()).id
  const { id: item } = await app.item({ restaurant, category: 3, by: owner.id })
  const thing = { kind: 'member', id: down.id }
  await app.post('/api/takedowns', { ...thing, word: 'Spam.' }, { as: admin })
  const as = { as: down }
  const tried = [
    await app.post(`/api/items/${item}/upvote`, {}, as),
    await app.post(`/api/items/${item}/expired`, {}, as),
    await app.get(`/api/itemExpired?itemId=${item}`, as),
    await app.post(`/api/items/${item}/confirm`, {}, as),
    await app.post(`/api/restaurants/${restaurant}/closed`, {}, as),
    await app.get(`/api/restaurant/markClosed?restaurantId=${restaurant}`, as),
    await app.post('/api/abuse-reports', { kind: 'member', id: owner.id, reason: 'spam' }, as),
    await app.post('/api/follow/follow-user', { userId: owner.id }, as),
    await app.post('/api/contests/1/confirm', { eligible: true }, as),
    await app.post('/api/share', {}, as),
  ]
  expect(tried.map(({ status, body }) => [status, body.error])).toEqual(
    tried.map(() => [403, 'taken_down']),
  )
  expect((await app.get(`/api/items/${item}`)).body.upvoteCount).toBe(0)
  // After the takedown is ended, they may vote again.
  await app.delete('/api/takedowns', thing, { as: admin })
  expect((await app.post(`/api/items/${item}/upvote`, {}, as)).status).toBe(200)
})
