import { expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

const app = await testApp()
const { upload } = photoClient(app)
const where = 'category=3&latitude=44.98&longitude=-93.27&distanceMiles=20'

it('words and photos of unverified and held members stand on a card only where nobody else’s do', async () => {
  const { placeId } = await app.restaurant()
  const save = async (by: Person, description: string) => {
    const favorite = { placeId, categoryId: 3, itemName: 'Juicy Lucy', description }
    const { body } = await app.post('/api/yolos', favorite, { as: by })
    expect((await upload(body.id, await makePhoto(), by)).status).toBe(200)
    return body.itemId as number
  }
  const shown = async (id: number) => {
    const read = (card: any) => [card.yolos[0]?.description, card.photo.userId]
    const { body: page } = await app.get(`/api/items/${id}`)
    const { body: savers } = await app.get(`/api/items/${id}/yolos`)
    const { body: list } = await app.get(`/api/yolos?${where}`)
    const listed = list.nearBy.find((item: { id: number }) => item.id === id)!
    expect([read(listed), savers.yolos[0].description]).toEqual([read(page), read(page)[0]])
    return read(page)
  }
  const [puppet, ann, newcomer] = [
    await app.member({ verified: false }),
    await app.member(),
    await app.member({ verified: false }),
  ]
  const id = await save(puppet, 'Go elsewhere')
  await expect.poll(() => shown(id)).toEqual(['Go elsewhere', puppet.id])
  await save(ann, 'Cheese inside')
  await save(newcomer, 'The best')
  await expect.poll(() => shown(id)).toEqual(['Cheese inside', ann.id])
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', newcomer.id)
    .execute()
  await expect.poll(() => shown(id)).toEqual(['The best', newcomer.id])
  const admin = await app.member({ id: 6 })
  await app.post('/api/admin/holds', { userId: newcomer.id, reason: 'A ring.' }, { as: admin })
  await expect.poll(() => shown(id)).toEqual(['Cheese inside', ann.id])
})

it('words and photos of the first week after joining come after others’, but on the dish’s page', async () => {
  const { placeId } = await app.restaurant()
  const day = 24 * 60 * 60 * 1_000
  const joined = (days: number) =>
    app.member({ createdAt: new Date(app.services.clock.now().getTime() - days * day) })
  const save = async (by: Person, description: string) => {
    const favorite = { placeId, categoryId: 3, itemName: 'Patty melt', description }
    const { body } = await app.post('/api/yolos', favorite, { as: by })
    expect((await upload(body.id, await makePhoto(), by)).status).toBe(200)
    return body.itemId as number
  }
  const read = (card: any) => [card?.yolos[0].description, card?.photo.userId]
  const shown = async (id: number) => {
    const { body: list } = await app.get(`/api/yolos?${where}`)
    const { body: page } = await app.get(`/api/items/${id}`)
    const { body: savers } = await app.get(`/api/items/${id}/yolos`)
    const listed = list.nearBy.find((item: { id: number }) => item.id === id)
    return [read(listed), read(page), savers.yolos[0].description]
  }
  const [newcomer, ann, another, old] = [
    // Who joined earlier and verified lately has their first week after that.
    await app.member({
      createdAt: new Date(app.services.clock.now().getTime() - 90 * day),
      verifiedAt: new Date(app.services.clock.now().getTime() - 6 * day),
    }),
    await joined(8),
    await joined(0),
    await joined(300),
  ]
  const id = await save(newcomer, 'Call 1-888-555-0100')
  const only = ['Call 1-888-555-0100', newcomer.id]
  await expect.poll(() => shown(id)).toEqual([only, only, only[0]])
  await save(ann, 'Crisp rye')
  await save(another, 'Win a phone')
  const anns = ['Crisp rye', ann.id]
  await expect.poll(() => shown(id)).toEqual([anns, anns, 'Win a phone'])
  const { body: page } = await app.get(`/api/items/${id}`)
  expect(page.yolos.map((yolo: any) => yolo.userId)).toEqual([ann.id, another.id, newcomer.id])
  // Of those who joined earlier the newest is the first, unless they are held.
  await save(old, 'The best')
  await expect.poll(async () => (await shown(id))[0]).toEqual(['The best', old.id])
  const admin = await app.member({ id: 7 })
  await app.post('/api/admin/holds', { userId: old.id, reason: 'A ring.' }, { as: admin })
  await expect.poll(() => shown(id)).toEqual([anns, anns, 'Win a phone'])
})

it('names of unverified and held members stand on a card after others’', async () => {
  const { placeId } = await app.restaurant()
  const save = async (by: Person, description = '') => {
    const favorite = { placeId, categoryId: 3, itemName: 'Cheeseburger', description }
    return (await app.post('/api/yolos', favorite, { as: by })).body.itemId as number
  }
  const [ann, bob] = [await app.member(), await app.member()]
  const puppets = await Promise.all(
    Array.from({ length: 4 }, () => app.member({ verified: false })),
  )
  const id = await save(ann)
  for (const one of puppets) await save(one)
  const newest = puppets.map((one) => one.id).toReversed()
  const names = async () => {
    const { body: page } = await app.get(`/api/items/${id}`)
    const { body: savers } = await app.get(`/api/items/${id}/yolos`)
    const { body: list } = await app.get(`/api/yolos?${where}`)
    const listed = list.nearBy.find((item: { id: number }) => item.id === id)
    return [listed, page, savers].map((card) => card?.yolos.map((one: any) => one.userId))
  }
  // A list's card shows the first, the dish's three, and the page of savers all.
  const cards = (ids: number[]) => [ids.slice(0, 1), ids.slice(0, 3), ids]
  const all = [ann.id, ...newest]
  await expect.poll(names).toEqual(cards(all))
  await save(bob)
  await expect.poll(names).toEqual(cards([bob.id, ...all]))
  // A text comes before none.
  const writer = await app.member({ verified: false })
  await save(writer, 'The best')
  await expect.poll(names).toEqual(cards([writer.id, bob.id, ...all]))
})
