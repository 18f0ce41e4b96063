import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

it('S10 a member saves and edits five hundred times a day', async () => {
  const app = await testApp({ rateLimits: true })
  const [member, other] = [await app.member(), await app.member()]
  const { placeId } = await app.restaurant()
  let count = 0
  const payload = () => ({ placeId, categoryId: 3, itemName: `Burger ${++count}` })
  await app.database
    .insertInto('rate_limits')
    .values({ key: `save:member:${member.id}`, points: 498, expire: Date.now() + 60_000 })
    .execute()
  const save = (as: Person) => app.post('/api/yolos', payload(), { as })
  const { body } = await save(member)
  const edit = () =>
    app.put('/api/yolos', { id: body.id, description: `Edited ${++count}` }, { as: member })
  const rename = () =>
    app.put('/api/yolo/name', { yoloId: body.id, new_name: `Renamed ${++count}` }, { as: member })
  const swap = () => app.post('/api/yolos/swap', { ...payload(), outId: body.id }, { as: member })
  expect((await edit()).status).toBe(200)
  const refused = [await edit(), await rename(), await save(member), await swap()]
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
  expect((await save(other)).status).toBe(200)
  const gone = await app.delete(`/api/yolos/delete/${body.id}`, {}, { as: member })
  expect(gone.status).toBe(200)
})
