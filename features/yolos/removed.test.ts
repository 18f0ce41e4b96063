import { describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

// What an admin removed, when the same member saves it again.

const app = await testApp()
const admin = await app.member({ id: 6 })
const removedDish = 'We removed this dish. Choose another one, or write to us (see About).'
const text = 'They serve rats here'
const save = (as: Person, placeId: string, itemName = 'Rat burger') =>
  app.post('/api/yolos', { placeId, categoryId: 3, itemName, description: text }, { as })
/** Removes a reported dish in the queue. */
async function removed(id: number) {
  const asked = { ids: [`item-${id}-1`], decision: 'remove', reason: 'Made up.' }
  const { body } = await app.post('/api/admin/queue/decide', asked, { as: admin })
  expect(body.results).toMatchObject([{ done: true }])
}
const outcome = ({ status, body }: { status: number; body: { message?: string } }) =>
  status === 200 ? 'saved' : body.message

it('a dish is refused to who had it as a favorite, with the reason, for as long as it can be undone', async () => {
  const [maker, reporter] = [await app.member(), await app.member()]
  const { placeId } = await app.restaurant()
  const { body } = await save(maker, placeId)
  expect((await app.post(`/api/items/${body.itemId}/expired`, {}, { as: reporter })).status).toBe(
    200,
  )
  await removed(body.itemId)
  const refusal = `${removedDish} This is why: Made up.`
  expect(outcome(await save(maker, placeId))).toBe(refusal)
  expect(outcome(await save(maker, placeId, ' RAT  Burger!'))).toBe(refusal)
  // Nor does another favorite get its name.
  const { body: other } = await save(maker, placeId, 'Cheeseburger')
  const rename = await app.put(
    '/api/yolo/name',
    { yoloId: other.id, new_name: 'Rat burger' },
    { as: maker },
  )
  expect(outcome(rename)).toBe(refusal)
  await app.database
    .updateTable('deleted_yolos')
    .set({ due: new Date(0) })
    .where('user_id', '=', maker.id)
    .execute()
  expect(outcome(await save(maker, placeId))).toBe('saved')
})

// It may be on the menu, as others say.
it('others may save the dish, and then who had it as well', async () => {
  const maker = await app.member()
  const { placeId } = await app.restaurant()
  const { body } = await save(maker, placeId)
  await app.put('/api/items/delete', { itemId: body.itemId }, { as: admin })
  expect(outcome(await save(maker, placeId))).toBe(removedDish)
  expect(outcome(await save(await app.member(), placeId))).toBe('saved')
  expect(outcome(await save(maker, placeId))).toBe('saved')
})

it('whose account isn’t verified doesn’t open the way back for who had it', async () => {
  const [maker, fresh] = [await app.member(), await app.member({ verified: false })]
  const { placeId } = await app.restaurant()
  const { body } = await save(maker, placeId)
  await app.put('/api/items/delete', { itemId: body.itemId }, { as: admin })
  const again = await save(fresh, placeId)
  expect(outcome(again)).toBe('saved')
  const { itemId } = again.body
  expect(outcome(await save(maker, placeId))).toBe(removedDish)
  const byId = () => app.post('/api/yolos', { itemId, categoryId: 3 }, { as: maker })
  expect(outcome(await byId())).toBe(removedDish)
  expect(outcome(await save(await app.member(), placeId))).toBe('saved')
  expect(outcome(await byId())).toBe('saved')
})

it('who deletes their favorite just before the dish is removed is refused it too', async () => {
  const maker = await app.member()
  const { placeId } = await app.restaurant()
  const { body } = await save(maker, placeId)
  const gone = await app.delete(`/api/yolos/delete/${body.id}`, {}, { as: maker })
  expect(gone.status).toBe(200)
  await app.put('/api/items/delete', { itemId: body.itemId }, { as: admin })
  expect(outcome(await save(maker, placeId))).toBe(removedDish)
})

describe('a restaurant that an admin removed', () => {
  const refused = removedDish.replace('dish', 'restaurant')
  const near = { latitude: 44.98, longitude: -93.27 }
  const add = (as: Person, name: string, where = {}) =>
    app.post('/api/restaurants', { name, address: '1 New Street', ...near, ...where }, { as })
  const fake = async (name: string) => {
    const maker = await app.member()
    const { body } = await add(maker, name)
    await app.put('/api/restaurant/delete', { restaurantId: body.id }, { as: admin })
    return maker
  }

  it('comes back under no name that reads the same, and no farther on than a mile', async () => {
    const maker = await fake('Fake Grill House')
    for (const name of ['Fаke Grill House', 'FakeGrill House', 'fake grill house!'])
      expect(outcome(await add(maker, name)), name).toBe(refused)
    // 130 meters, and nine tenths of a mile.
    for (const latitude of [44.9812, 44.993])
      expect(outcome(await add(maker, 'Fake Grill House', { latitude }))).toBe(refused)
    expect(outcome(await add(maker, 'Fake Grill House', { latitude: 44.996 }))).toBe('saved')
    expect(outcome(await add(maker, 'Fair Grill House'))).toBe('saved')
  })
})

it('a restaurant is refused to who added it or had a favorite there', async () => {
  const [maker, guest] = [await app.member(), await app.member()]
  const add = (as: Person) =>
    app.post(
      '/api/restaurants',
      { name: 'Rat Palace', address: '1 New Street', latitude: 44.98, longitude: -93.27 },
      { as },
    )
  const { body } = await add(maker)
  await save(guest, body.placeId)
  await app.put('/api/restaurant/delete', { restaurantId: body.id }, { as: admin })
  for (const as of [maker, guest])
    expect(outcome(await add(as))).toBe(removedDish.replace('dish', 'restaurant'))
  await app.put('/api/restaurant/restore', { restaurantId: body.id }, { as: admin })
  expect(outcome(await add(maker))).toBe('This restaurant is here already.')
  await app.put('/api/restaurant/delete', { restaurantId: body.id }, { as: admin })
  expect(outcome(await add(await app.member()))).toBe('saved')
})
