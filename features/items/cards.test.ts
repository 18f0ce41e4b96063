import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const where = 'category=3&latitude=44.98&longitude=-93.27&distanceMiles=20'

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
  const cards = (ids: number[]) => [ids.slice(0, 3), ids.slice(0, 3), ids]
  const all = [ann.id, ...newest]
  await expect.poll(names).toEqual(cards(all))
  await save(bob)
  await expect.poll(names).toEqual(cards([bob.id, ...all]))
  // A text comes before none.
  const writer = await app.member({ verified: false })
  await save(writer, 'The best')
  await expect.poll(names).toEqual(cards([writer.id, bob.id, ...all]))
})
