import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { untilWaitingForLock, whileLocked } from '#platform/testing/held.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { discardEntry, entriesOf, retryEntry } from '#platform/web/queue/entries.ts'
import { createQueueSender } from '#platform/web/queue/rounds.ts'
import { sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { sendEntry } from '#platform/web/queue/sender.ts'
import { waitingEntriesOfMember } from '#platform/web/queue/waiting-lines.ts'
import { startSession } from '#platform/web/session/session.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { isPhotoBehind, queuePhotoUpload } from '#features/photos/sending/keep-photo.ts'
import { describeWaitingSave, doneIfSaved } from '#features/yolos/waits.ts'
import { device } from './device.testing.ts'

let app: TestApp
let member: Person
let phone: ReturnType<typeof device>
const sendWaiting = createQueueSender(sendEntry)

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  member = await app.member()
  phone = device(app)
  phone.logIn(member)
  phone.network.cut = () => 'before'
})

const online = () => (phone.network.cut = () => null)

async function vote(on: boolean, id: number) {
  const route = on ? 'POST /items/:id/upvote' : 'POST /items/:id/removeUpvote'
  return sendOrKeep(route, { id }, { about: `vote ${id}`, words: 'Vote', on, repeatable: true })
}

const save = async (itemName: string, placeId: string) =>
  sendOrKeep(
    'POST /yolos',
    { placeId, categoryId: 3, itemName },
    { about: itemName, words: itemName, doneIf: doneIfSaved },
  )

async function dish() {
  const by = await app.member()
  const { id: restaurant, placeId } = await app.restaurant()
  const { id } = await app.item({ restaurant, category: 3, by: by.id })
  return { id, placeId }
}

const states = async () => (await entriesOf(member.id)).map(({ state }) => state)
const keysOf = async () =>
  (
    await app.database
      .selectFrom('idempotency_keys')
      .select('key')
      .where('user_id', '=', member.id)
      .execute()
  ).map(({ key }) => key)

it('a lost answer is asked for again under the same key', async () => {
  const { id } = await dish()
  phone.network.cut = () => 'after'
  await vote(true, id)
  const [entry] = await entriesOf(member.id)
  expect(await keysOf()).toEqual([entry!.key])
  online()
  await sendWaiting()
  expect(await keysOf()).toEqual([entry!.key])
  expect(await states()).toEqual(['sent'])
})

it('the opposite of a vote that never left this device takes it back', async () => {
  const { id } = await dish()
  vi.stubGlobal('navigator', { onLine: false })
  await vote(true, id)
  expect(waitingEntriesOfMember(member.id)).toMatchObject([{ on: true, state: 'waiting' }])
  await vote(false, id)
  vi.stubGlobal('navigator', {})
  expect(waitingEntriesOfMember(member.id)).toEqual([])
})

it('an edit that replaces one that never left this device keeps what only that one set', async () => {
  const edit = (sets: Record<string, string>) =>
    sendOrKeep('PUT /yolos', { id: 7, ...sets }, { about: 'yolo 7', words: 'Words', sets })
  vi.stubGlobal('navigator', { onLine: false })
  await edit({ description: 'Crisp', userName: 'The Yolo Team' })
  await edit({ description: 'Crisp rim' })
  vi.stubGlobal('navigator', {})
  const both = { description: 'Crisp rim', userName: 'The Yolo Team' }
  expect(waitingEntriesOfMember(member.id)).toMatchObject([{ sets: both }])
  expect(await entriesOf(member.id)).toMatchObject([{ input: { id: 7, ...both } }])
})

it('ten votes that come back while the server takes no more of the member’s writes are sent later', async () => {
  const limited = await testApp({ beside: app, rateLimits: true })
  phone = device(limited)
  phone.logIn(member)
  phone.network.cut = () => 'before'
  const dishes = await Promise.all(Array.from({ length: 10 }, dish))
  for (const { id } of dishes) await vote(true, id)
  online()
  const { id } = await dish()
  const votes: Promise<{ status: number }>[] = []
  const voteAgain = async () => {
    const vote = limited.post(`/api/items/${id}/upvote`, {}, { as: member })
    votes.push(vote)
    return vote
  }
  await whileLocked(app, member.id, async () => {
    void voteAgain()
    await untilWaitingForLock(app, 1)
    // The next 20 wait for their turn, and more are refused.
    const many = Array.from({ length: 21 }, voteAgain)
    expect(await Promise.race(many)).toMatchObject({ status: 503 })
    expect(await sendWaiting()).toMatchObject({ sent: [], asked: [], retryAfter: 2 })
    expect(await states()).toEqual(Array(10).fill('waiting'))
  })
  await Promise.all(votes)
  await sendWaiting()
  expect(await states()).toEqual(Array(10).fill('sent'))
})

it('another member neither sends nor sees what waits', async () => {
  const { id } = await dish()
  await vote(true, id)
  online()
  const other = await app.member()
  phone.logIn(other)
  expect((await sendWaiting()).sent).toEqual([])
  expect(waitingEntriesOfMember(other.id)).toEqual([])
  expect((await app.get(`/api/items/${id}`)).body.upvoteCount).toBe(0)
  phone.logIn(member)
  expect((await sendWaiting()).sent).toHaveLength(1)
  expect((await app.get(`/api/items/${id}`)).body.upvoteCount).toBe(1)
})

it('what one member did waits for them, not for another who has logged in meanwhile', async () => {
  const { id } = await dish()
  const other = await app.member()
  phone.network.cut = () => {
    phone.logIn(other)
    return 'before'
  }
  await vote(true, id)
  const photo = {
    jpeg: new Blob(['photo']),
    cut: { x: 0, y: 0, width: 1, height: 1, degrees: 0 as const },
  }
  const about = { yoloId: 1, itemName: 'Ramen', memberId: member.id }
  await queuePhotoUpload(about, photo)
  expect(await entriesOf(other.id)).toEqual([])
  expect(await states()).toEqual(['waiting', 'waiting'])
  online()
  expect((await sendWaiting()).sent).toEqual([])
  expect((await app.get(`/api/items/${id}`)).body.upvoteCount).toBe(0)
})

it('after a session has ended, what waits stays', async () => {
  const { id } = await dish()
  await vote(true, id)
  online()
  const { id: memberId, name, email } = member
  startSession({
    id: memberId,
    name,
    email,
    token: 'ended',
    expires: '2999-01-01T00:00:00Z',
    verified: true,
  })
  await sendWaiting()
  expect(waitingEntriesOfMember(memberId)).toMatchObject([{ state: 'waiting' }])
  phone.logIn(member)
  expect((await sendWaiting()).sent).toHaveLength(1)
})

it('a refusal is a question: it can be tried again under a new key, or discarded', async () => {
  const { placeId } = await dish()
  await save('Closed Pie', placeId)
  await app.database
    .updateTable('restaurants')
    .set({ hidden_at: new Date() })
    .where('place_id', '=', placeId)
    .execute()
  online()
  const { asked } = await sendWaiting()
  expect(asked).toMatchObject([{ refused: { code: 'restaurant_closed' } }])
  await app.database
    .updateTable('restaurants')
    .set({ hidden_at: null })
    .where('place_id', '=', placeId)
    .execute()
  await retryEntry(asked[0]!.id)
  expect((await sendWaiting()).sent).toHaveLength(1)

  phone.network.cut = () => 'before'
  await save('Discarded Pie', placeId)
  const last = (await entriesOf(member.id)).at(-1)!
  expect(await discardEntry(last.id)).toEqual(last)
  expect(waitingEntriesOfMember(member.id)).toEqual([])
  // What was sent meanwhile can’t be discarded any more.
  expect(await discardEntry(asked[0]!.id)).toBeNull()
})

it('a save whose answer was lost over 23 hours ago is asked about, a vote is sent', async () => {
  const { id, placeId } = await dish()
  await vote(true, id)
  await save('Old Pie', placeId)
  online()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 })
  const { sent, asked } = await sendWaiting().finally(() => vi.useRealTimers())
  expect(sent.map(({ about }) => about)).toEqual([`vote ${id}`])
  expect(asked).toMatchObject([{ refused: { code: 'answer_lost' } }])
})

type Dish = { placeId: string; categoryId: number; itemName: string }

const saveDish = async (dish: Dish, more: { description?: string; replaces?: number } = {}) => {
  const { replaces, description } = more
  const waits = describeWaitingSave(dish, 'Shake House')
  return sendOrKeep(
    'POST /yolos',
    { ...dish, description },
    { ...waits, ...(replaces !== undefined && { replaces }) },
  )
}

const savedBy = async ({ id }: Person) =>
  app.database
    .selectFrom('yolos as y')
    .innerJoin('items as i', 'i.id', 'y.item_id')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['r.place_id as placeId', 'y.category_id as categoryId', 'y.description'])
    .where('y.user_id', '=', id)
    .orderBy('y.id')
    .execute()

it('the same dish at another branch of a chain, or in another category, is another favorite', async () => {
  const [{ placeId: one }, { placeId: two }] = await Promise.all([
    app.restaurant(),
    app.restaurant(),
  ])
  vi.stubGlobal('navigator', { onLine: false })
  const itemName = 'Cheeseburger'
  await saveDish({ placeId: one, categoryId: 3, itemName }, { description: 'One' })
  await saveDish({ placeId: two, categoryId: 3, itemName }, { description: 'Two' })
  await saveDish({ placeId: one, categoryId: 4, itemName }, { description: 'Three' })
  // The same dish in another spelling, said better before it is sent.
  await saveDish({ placeId: two, categoryId: 3, itemName: 'CHEESEBURGER' }, { description: '2' })
  vi.stubGlobal('navigator', {})
  online()
  await sendWaiting()
  expect(await savedBy(member)).toEqual([
    { placeId: one, categoryId: 3, description: 'One' },
    { placeId: two, categoryId: 3, description: '2' },
    { placeId: one, categoryId: 4, description: 'Three' },
  ])
})

it('a refused save that is changed in two tabs becomes two favorites', async () => {
  const { placeId } = await dish()
  const [{ placeId: one }, { placeId: two }] = await Promise.all([
    app.restaurant(),
    app.restaurant(),
  ])
  const itemName = 'Refused Pie'
  const { kept } = await saveDish({ placeId, categoryId: 3, itemName })
  const setHidden = (hidden_at: Date | null) =>
    app.database
      .updateTable('restaurants')
      .set({ hidden_at })
      .where('place_id', '=', placeId)
      .execute()
  await setHidden(new Date())
  online()
  expect((await sendWaiting()).asked).toMatchObject([{ id: kept }])
  phone.network.cut = () => 'before'
  await saveDish({ placeId: one, categoryId: 3, itemName }, { replaces: kept! })
  online()
  await saveDish({ placeId: two, categoryId: 3, itemName }, { replaces: kept! })
  await sendWaiting()
  expect((await savedBy(member)).map((saved) => saved.placeId)).toEqual([two, one])

  phone.network.cut = () => 'before'
  await saveDish({ placeId: one, categoryId: 5, itemName }, { replaces: kept! })
  await saveDish({ placeId: two, categoryId: 5, itemName }, { replaces: kept! })
  online()
  await sendWaiting()
  expect(await savedBy(member)).toHaveLength(4)
})

it('a photo that waited for its favorite is sent before a newer one', async () => {
  const { placeId } = await dish()
  const { kept } = await saveDish({ placeId, categoryId: 3, itemName: 'Two Photos' })
  const photo = {
    jpeg: new Blob(['1']),
    cut: { x: 0, y: 0, width: 1, height: 1, degrees: 0 as const },
  }
  const yolo = { itemName: 'Two Photos', memberId: member.id }
  await queuePhotoUpload({ ...yolo, yoloId: 0, after: kept! }, photo)
  // The favorite is sent, and then the network is gone again.
  phone.network.cut = () => {
    phone.network.cut = () => 'before'
    return null
  }
  await sendWaiting()
  const [, first] = await entriesOf(member.id)
  const yoloId = first!.input.yoloId as number
  expect(isPhotoBehind(yoloId, member.id)).toBe(true)
  expect(isPhotoBehind(yoloId + 1, member.id)).toBe(false)
  await queuePhotoUpload({ ...yolo, yoloId }, photo)
  const photos = (await entriesOf(member.id)).slice(1)
  expect(photos.map(({ about }) => about)).toEqual([`photo ${yoloId}`, `photo ${yoloId}`])
})

it.each([
  { what: 'with another review', description: 'Hm.', isAsked: true },
  { what: 'without a review', description: '', isAsked: true },
  { what: 'with a photo', description: 'So crisp.', hasPhoto: true, isAsked: true },
  // As where the server ended after it had saved, and before it stored its answer.
  { what: 'as it was sent', description: 'So crisp.', isAsked: false },
])('a tried save of a favorite that is there $what is asked about: $isAsked', async (test) => {
  const { description, hasPhoto, isAsked } = test
  const dish = { placeId: (await app.restaurant()).placeId, categoryId: 3, itemName: 'Pie' }
  const { kept } = await saveDish(dish, { description: ' So crisp.\n' })
  const [cut, jpeg] = [{ x: 0, y: 0, width: 1, height: 1, degrees: 0 as const }, await makePhoto()]
  const photo = { jpeg: new Blob([jpeg], { type: 'image/jpeg' }), cut }
  const yolo = { yoloId: 0, itemName: 'Pie', memberId: member.id }
  await queuePhotoUpload({ ...yolo, after: kept! }, photo)
  const { body } = await app.post('/api/yolos', { ...dish, description }, { as: member })
  const own = hasPhoto ? await photoClient(app).add(body.id, member) : null
  online()
  const { asked } = await sendWaiting()
  expect(asked.map(({ refused }) => refused?.code)).toEqual(isAsked ? ['already_yours'] : [])
  expect(await states()).toEqual(isAsked ? ['question', 'waiting'] : ['sent', 'sent'])
  const [{ yolos }] = (await app.get('/api/my-page', { as: member })).body.items
  const image = isAsked ? own : expect.any(String)
  expect(yolos).toMatchObject([{ id: body.id, description, image }])
})
