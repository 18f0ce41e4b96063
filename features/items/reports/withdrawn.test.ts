import { beforeAll, expect, it } from 'vitest'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let six: Person
beforeAll(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
})

const things = ['items', 'restaurants'] as const
it.each(things)(
  'of %s a report that helped to hide one is taken back once and for all',
  async (kind) => {
    const restaurant = await app.restaurant()
    const owner = await app.member()
    const item = await app.item({ restaurant: restaurant.id, category: 3, by: owner.id })
    const id = kind === 'items' ? item.id : restaurant.id
    const path = `/api/${kind}/${id}/${kind === 'items' ? 'expired' : 'closed'}`
    const gone = async () =>
      kind === 'items'
        ? (await app.get(`/api/restaurants/${restaurant.id}`)).body.items.length === 0
        : (await app.get(`/api/restaurants/${restaurant.id}`)).body.restaurant.closed
    const caseId = `${kind === 'items' ? 'item' : 'restaurant'}-${id}-1`
    const waits = async () =>
      (await app.get('/api/admin/queue', { as: six })).body.items.filter(
        (one: { id: string }) => one.id === caseId,
      )
    const five = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    for (const as of five) await app.post(path, {}, { as })
    expect(await gone()).toBe(true)
    for (const as of five) expect((await app.delete(path, {}, { as })).status).toBe(200)
    expect(await gone()).toBe(false)
    for (const as of five) {
      const again = await app.post(path, {}, { as })
      expect(again.status).toBe(200)
      expect(again.body.expired ?? again.body.restaurantClosed).toBe(false)
    }
    expect(await gone()).toBe(false)
    expect(await waits()).toMatchObject([{ count: 5, hidden: false }])
    // A report that hid nothing can be made again.
    const sixth = await app.member()
    for (let n = 0; n < 2; n++) {
      await app.post(path, {}, { as: sixth })
      expect((await waits())[0].count).toBe(6)
      await app.delete(path, {}, { as: sixth })
      expect((await waits())[0].count).toBe(5)
    }
    const decided = await app.post(
      '/api/admin/queue/decide',
      { ids: [caseId], decision: 'dismiss', reason: 'It is there.' },
      { as: six },
    )
    expect(decided.status).toBe(200)
    expect(await waits()).toEqual([])
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)
