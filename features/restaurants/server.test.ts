import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { renderPage } from '#platform/testing/render-page.ts'

let app: TestApp
let chief: Person
beforeAll(async () => {
  app = await testApp()
  chief = await app.member({ id: 514 })
})
const report = (id: number, as: Person) => app.post(`/api/restaurants/${id}/closed`, {}, { as })
const withdraw = (id: number, as: Person) => app.delete(`/api/restaurants/${id}/closed`, {}, { as })
const shown = async (id: number, as: Person | null = null) =>
  (await app.get(`/api/restaurants/${id}`, { as })).body.restaurant
const served = async () => {
  const place = await app.restaurant({ name: `Served ${Math.random()}` })
  await app.item({ restaurant: place.id, category: 3, by: (await app.member()).id })
  return place
}

describe('reports that a restaurant is closed', () => {
  it('hide it with the fifth counting member, and show it once one is taken back', async () => {
    const { id } = await served()
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => app.member()))
    await report(id, await app.member({ verified: false }))
    for (const as of five.slice(0, 4)) await report(id, as)
    expect((await report(id, five[0]!)).body).toEqual({ id, restaurantClosed: true })
    expect(await shown(id, five[0]!)).toMatchObject({ closed: false, restaurantClosed: true })
    await report(id, five[4]!)
    expect(await shown(id)).toMatchObject({ closed: true, restaurantClosed: false })
    const { body } = await app.get('/api/markedClosedRestaurant', { as: chief })
    expect(body.restaurants).toContainEqual(
      expect.objectContaining({ id, reportCount: 5, hidden: true }),
    )
    expect((await withdraw(id, five[4]!)).body).toEqual({ id, restaurantClosed: false })
    expect(await shown(id)).toMatchObject({ closed: false })
  })

  it('also come by the old GET call', async () => {
    const { id } = await served()
    const as = await app.member()
    const { body } = await app.get(`/api/restaurant/markClosed?restaurantId=${id}`, { as })
    expect(body).toEqual({ id, restaurantClosed: true })
    expect((await shown(id, as)).restaurantClosed).toBe(true)
  })

  it('answer 404 about what isn’t there', async () => {
    const as = await app.member()
    expect((await report(2_000_000, as)).status).toBe(404)
    expect((await withdraw(2_000_000, as)).status).toBe(404)
  })
})

describe('GET /restaurants', () => {
  it('finds a restaurant with favorites by name or place id, and the nearest of a name', async () => {
    const place = await served()
    const found = async (query: string) => (await app.get(`/api/restaurants?${query}`)).body
    expect(await found(`name=${encodeURIComponent(place.name)}`)).toEqual({ id: place.id })
    expect(await found(`placeId=${encodeURIComponent(place.placeId)}`)).toEqual({ id: place.id })
    const bare = await app.restaurant({ name: 'Nobody was here' })
    expect((await found(`name=${encodeURIComponent(bare.name)}`)).error).toBe('nothing_saved')
    expect((await app.get('/api/restaurants')).status).toBe(400)
  })
})

describe('a restaurant that a member added', () => {
  it('is seen by others while the member counts', async () => {
    const member = await app.member({ verified: false })
    const { id } = await app.restaurant()
    await app.database
      .updateTable('restaurants')
      .set({ added_by: member.id, unconfirmed: true })
      .where('id', '=', id)
      .execute()
    expect((await app.get(`/api/restaurants/${id}`)).status).toBe(404)
    expect(await shown(id, member)).toMatchObject({ unconfirmed: true })
    const verify = { email_verified_at: new Date() }
    await app.database.updateTable('users').set(verify).where('id', '=', member.id).execute()
    expect(await shown(id)).toMatchObject({ unconfirmed: false })
    const suspend = { suspended_at: new Date() }
    await app.database.updateTable('users').set(suspend).where('id', '=', member.id).execute()
    expect((await app.get(`/api/restaurants/${id}`)).status).toBe(404)
  })
})

it('the page of a merged restaurant redirects for good', async () => {
  const [goes, stays] = [await app.restaurant(), await app.restaurant({ name: 'Lucy & Gus' })]
  await app.post(`/api/restaurants/${goes.id}/merge`, { into: stays.id }, { as: chief })
  const see = (id: number) => renderPage(app, `/restaurant/${id}`)
  expect(await see(goes.id)).toMatchObject({ status: 301, redirect: `/restaurant/${stays.id}` })
  expect((await see(stays.id)).html).toContain('Lucy &amp; Gus')
})
