import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cacheName } from '#features/offline/kept-caches.ts'
import { saveChosen } from '#features/favorites-import/save-chosen.ts'
import { device } from '#features/waiting/device.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { entriesOf } from '#platform/web/queue/entries.ts'
import { sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { sendAtOnce } from '#platform/web/queue/sender.ts'
import { callOffDeletions, waitingDeletionsOf, waitingDeletionsOfDish } from './waiting-deletion.ts'
import { waitsForDelete } from './waits.ts'

// A deletion that waits on a member's device and is called off, because they choose the dish again.

let app: TestApp
let member: Person
let phone: ReturnType<typeof device>
let yolo: { id: number; itemId: number; placeId: string; name: string }

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  member = await app.member()
  phone = device(app)
  phone.logIn(member)
  const { placeId, name } = await app.restaurant()
  const dish = { placeId, categoryId: 3, itemName: 'Pie', description: 'So crisp.' }
  const { body } = await app.post('/api/yolos', dish, { as: member })
  yolo = { id: body.id, itemId: body.itemId, placeId, name }
})

/** Deletes the favorite while the network is cut. */
async function deleteUnsent(cut: 'before' | 'after', itemId?: number) {
  phone.network.cut = () => cut
  const waits = waitsForDelete(yolo.id, 'Pie', itemId)
  const { kept } = await sendOrKeep('DELETE /yolos/delete/:yoloId', { yoloId: yolo.id }, waits)
  expect(kept).toEqual(expect.any(Number))
}

async function sendAll() {
  phone.network.cut = () => null
  await vi.waitFor(async () => {
    await sendAtOnce()
    const open = (await entriesOf(member.id)).filter(({ state }) => state !== 'sent')
    expect(open).toEqual([])
  })
}

const mine = async () => (await app.get('/api/my-page', { as: member })).body.items
const whole = [{ itemName: 'Pie', yolos: [{ description: 'So crisp.' }] }]

it.each(['before', 'after'] as const)(
  'the favorite stays with its review where the connection broke %s the deletion',
  async (cut) => {
    await deleteUnsent(cut, yolo.itemId)
    const deletions = waitingDeletionsOfDish(yolo.itemId)
    expect(deletions).toHaveLength(1)
    await callOffDeletions(deletions, 'Pie')
    expect(waitingDeletionsOfDish(yolo.itemId)).toEqual([])
    await sendAll()
    expect(await mine()).toMatchObject(whole)
  },
)

it('nothing is sent where the deletion never left the device', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await deleteUnsent('before', yolo.itemId)
  await callOffDeletions(waitingDeletionsOfDish(yolo.itemId), 'Pie')
  expect(await entriesOf(member.id)).toEqual([])
  vi.stubGlobal('navigator', { onLine: true })
})

it('a deletion that is just being sent is followed by what brings the favorite back', async () => {
  await deleteUnsent('before', yolo.itemId)
  const deletions = waitingDeletionsOfDish(yolo.itemId)
  phone.network.cut = () => null
  await sendAtOnce()
  expect(await mine()).toEqual([])
  await callOffDeletions(deletions, 'Pie')
  await sendAll()
  expect(await mine()).toMatchObject(whole)
})

it.each([false, true])('can be undone: then it waits again, and is sent (%s)', async (isTried) => {
  await deleteUnsent(isTried ? 'before' : 'after', yolo.itemId)
  const undo = await callOffDeletions(waitingDeletionsOfDish(yolo.itemId), 'Pie')
  // What brings the favorite back was tried, too, in vain.
  if (isTried) await sendAtOnce()
  await undo!()
  expect(waitingDeletionsOfDish(yolo.itemId)).toHaveLength(1)
  await sendAll()
  expect(await mine()).toEqual([])
})

it('undone, it is sent before the favorite that waits for its place', async () => {
  const dish = (itemName: string) => ({
    placeId: yolo.placeId,
    categoryId: 3,
    itemName,
    description: '',
  })
  for (const name of ['Roll', 'Bun']) await app.post('/api/yolos', dish(name), { as: member })
  await deleteUnsent('before', yolo.itemId)
  const four = { about: 'save Four', words: 'Save Four' }
  expect((await sendOrKeep('POST /yolos', dish('Four'), four)).kept).toEqual(expect.any(Number))
  const undo = await callOffDeletions(waitingDeletionsOfDish(yolo.itemId), 'Pie')
  await sendAtOnce()
  await undo!()
  await sendAll()
  expect((await mine()).map((card: { itemName: string }) => card.itemName).toSorted()).toEqual([
    'Bun',
    'Four',
    'Roll',
  ])
})

it('one that an earlier version kept, without its dish, is found by its favorite', async () => {
  await deleteUnsent('before')
  expect(waitingDeletionsOfDish(yolo.itemId)).toEqual([])
  expect(waitingDeletionsOf({ id: yolo.id, itemName: 'Pie' })).toHaveLength(1)
  expect(waitingDeletionsOf({ id: yolo.id + 1, itemName: 'Pie' })).toEqual([])
  await sendAll()
  expect(await mine()).toEqual([])
})

it('a favorite brought along calls it off, by its dish’s name on this device', async () => {
  const card = (await app.get(`/api/items/${yolo.itemId}`, { as: member })).text
  const url = `http://yolo.test/api/items/${yolo.itemId}`
  const known = `{"known":{"id":${(await mine())[0].restaurantId},"placeId":"${yolo.placeId}"},"card":${card}}`
  const name = cacheName(`member ${member.id}`, 'looked at calls')
  vi.stubGlobal('caches', {
    keys: async () => [name],
    has: async (one: string) => one === name,
    open: async () => ({
      keys: async () => [{ url }],
      match: async () =>
        new Response(known, { headers: { 'content-type': 'application/json; charset=utf-8' } }),
    }),
  })
  await deleteUnsent('before', yolo.itemId)
  const restaurant = { placeId: yolo.placeId, name: yolo.name, address: '' }
  const favorite = { restaurant, categoryId: 3, itemName: 'pie', itemId: null } as const
  const place = { id: 'x', memberId: member.id, favorite, place: { reason: '' } }
  await saveChosen([place as never])
  expect(waitingDeletionsOfDish(yolo.itemId)).toEqual([])
})
