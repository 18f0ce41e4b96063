import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function dish() {
  const restaurant = await app.restaurant()
  const item = await app.item({
    restaurant: restaurant.id,
    category: 3,
    by: (await app.member()).id,
  })
  return { ...item, restaurant }
}
type Person = { token: string }
const report = (id: number, as: Person) => app.post(`/api/items/${id}/expired`, {}, { as })
const takeBack = (id: number, as: Person) => app.delete(`/api/items/${id}/expired`, {}, { as })
const mark = async (id: number, as: Person) =>
  (await app.get(`/api/marks?items=${id}`, { as })).body[0]
const isGone = async (id: number) => (await app.get(`/api/items/${id}`)).body.gone

describe('no longer on the menu', () => {
  it('thanks the reporter alone, once, until the report is taken back', async () => {
    const { id } = await dish()
    const [first, other] = [await app.member(), await app.member()]
    for (let twice = 0; twice < 2; twice++)
      expect((await report(id, first)).body).toEqual({ id, expired: true })
    expect((await mark(id, first)).expired).toBe(true)
    expect((await mark(id, other)).expired).toBe(false)
    for (let twice = 0; twice < 2; twice++)
      expect((await takeBack(id, first)).body).toEqual({ id, expired: false })
    expect((await mark(id, first)).expired).toBe(false)
  })

  it('hides the dish for all at the fifth report that counts', async () => {
    const { id, restaurant } = await dish()
    for (let n = 0; n < 4; n++) await report(id, await app.member())
    await report(id, await app.member({ verified: false }))
    expect(await isGone(id)).toBe(false)
    const fifth = await app.member()
    await Promise.all(Array.from({ length: 5 }, () => report(id, fifth)))
    expect(await isGone(id)).toBe(true)
    expect(await mark(id, fifth)).toMatchObject({ gone: true, expired: true, canUpvote: false })
    const { body } = await app.get(`/api/restaurants/${restaurant.id}`)
    expect([body.items.length, body.goneItems.length]).toEqual([0, 1])
  })

  it('is refused for a dish that isn’t there', async () => {
    const as = await app.member()
    for (const act of [report, takeBack]) expect((await act(2_000_000_000, as)).status).toBe(404)
    expect((await report(0, as)).status).toBe(400)
  })

  it('S34 the GET of old clients does nothing for another site, HEAD or prefetch', async () => {
    const { id } = await dish()
    const as = await app.member()
    const path = `/api/itemExpired?itemId=${id}`
    expect((await app.request('HEAD', path, { as })).status).toBe(404)
    const from = (site: string) => app.get(path, { as, headers: { 'Sec-Fetch-Site': site } })
    expect((await from('cross-site')).status).toBe(403)
    expect((await app.get(path, { as, headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(403)
    expect((await app.get(path)).status).toBe(401)
    expect((await mark(id, as)).expired).toBe(false)
    expect((await app.get(`${path}&userId=${as.id}`, { as })).body).toEqual({ id, expired: true })
    for (const site of ['same-origin', 'same-site']) expect((await from(site)).status).toBe(200)
  })
})

it('still on the menu: a verified member’s word is a date on the dish and takes their report back', async () => {
  const { id } = await dish()
  const as = await app.member()
  const confirm = (as: Person) => app.post(`/api/items/${id}/confirm`, {}, { as })
  expect((await confirm(await app.member({ verified: false }))).body.error).toBe('verify_first')
  await report(id, as)
  const { body } = await confirm(as)
  expect(body).toEqual({ id, confirmedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect(await mark(id, as)).toMatchObject({ confirmedAt: body.confirmedAt, expired: false })
})
