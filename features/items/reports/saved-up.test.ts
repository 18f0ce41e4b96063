import { beforeAll, describe, expect, it } from 'vitest'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'

type Session = { token: string }

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})

const password = 'eleven loud kettles'
let joined = 0
async function join() {
  const email = `saver${++joined}@example.org`
  const { body } = await app.post('/api/register', {
    userName: `Saver ${'abcdefghijklmnop'[joined]} eater`,
    email,
    password,
  })
  return { email, token: body.token as string }
}
async function verify(email: string) {
  const mail = await app.mail(
    (text) => text.includes(`To: ${email}`) && text.includes('/verification-success?token='),
  )
  const token = /verification-success\?token=([\w-]+)/.exec(mail)![1]!
  expect((await app.post('/api/verify-email', { token })).status).toBe(200)
}

async function dish() {
  const restaurant = await app.restaurant()
  const { id } = await app.item({
    restaurant: restaurant.id,
    category: 3,
    by: (await app.member()).id,
  })
  const paths = [`/api/items/${id}/expired`, `/api/restaurants/${restaurant.id}/closed`]
  return {
    id,
    async report(as: Session) {
      for (const path of paths) expect((await app.post(path, {}, { as })).status).toBe(200)
    },
    async takeBack(as: Session) {
      for (const path of paths) expect((await app.delete(path, {}, { as })).status).toBe(200)
    },
    async hidden() {
      const { gone, closed } = (await app.get(`/api/items/${id}`)).body
      return [gone, closed]
    },
    async queued() {
      const { items } = (await app.get('/api/admin/queue', { as: admin })).body
      const ids = [`item-${id}-1`, `restaurant-${restaurant.id}-1`]
      return ids.map((one) => items.find((found: { id: string }) => found.id === one))
    },
  }
}

describe('reports that are saved up hide nothing', () => {
  it('when their members verify, or come back, until the next report that counts', async () => {
    const one = await dish()
    const five = [await join(), await join(), await join(), await join(), await join()]
    for (const as of five) await one.report(as)
    for (const { email } of five) await verify(email)
    expect(await one.hidden()).toEqual([false, false])
    const waiting = { count: 5, hidden: false }
    expect(await one.queued()).toMatchObject([waiting, waiting])

    const leaver = five[4]!
    await app.post('/api/user/disable', { password }, { as: leaver })
    const { body } = await app.post('/api/login', { email: leaver.email, password })
    expect(body.cameBackFrom).toBeDefined()
    await one.report(body)
    expect(await one.hidden()).toEqual([false, false])

    const sixth = await app.member()
    await one.report(await app.member({ verified: false }))
    expect(await one.hidden()).toEqual([false, false])
    await one.report(sixth)
    expect(await one.hidden()).toEqual([true, true])
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('when another takes one back or says that the dish is there', async () => {
    const one = await dish()
    const [late, later, other] = [await join(), await join(), await app.member()]
    for (const as of [late, later, other]) await one.report(as)
    for (let n = 0; n < 3; n++) await one.report(await app.member())
    for (const { email } of [late, later]) await verify(email)
    expect(await one.queued()).toMatchObject([{ count: 6 }, { count: 6 }])
    await one.takeBack(other)
    await app.post(`/api/items/${one.id}/confirm`, {}, { as: other })
    expect(await one.hidden()).toEqual([false, false])
    await one.report(other)
    expect(await one.hidden()).toEqual([true, true])
  })
})

describe('reports that a confirmation cleared', () => {
  it('can be made again and count, decided ones don’t', async () => {
    const one = await dish()
    const five = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    const path = `/api/items/${one.id}/expired`
    const marked = async (as: Session) =>
      (await app.get(`/api/marks?items=${one.id}`, { as })).body[0].expired
    for (const as of five) await app.post(path, {}, { as })
    expect((await one.hidden())[0]).toBe(true)
    await app.database
      .updateTable('item_reports')
      .set({ created_at: new Date('2020-01-01') })
      .where('item_id', '=', one.id)
      .execute()
    await app.post(`/api/items/${one.id}/confirm`, {}, { as: await app.member() })
    expect((await one.hidden())[0]).toBe(false)
    expect(await one.queued()).toEqual([undefined, undefined])
    expect(await marked(five[0]!)).toBe(false)

    await app.delete(path, {}, { as: five[0]! })
    for (const as of five) {
      expect((await one.hidden())[0]).toBe(false)
      expect((await app.post(path, {}, { as })).body.expired).toBe(true)
      expect(await marked(as)).toBe(true)
    }
    expect((await one.hidden())[0]).toBe(true)
    const [queued] = await one.queued()
    expect(queued).toMatchObject({ count: 5, hidden: true })

    await app.post(
      '/api/admin/queue/decide',
      { ids: [queued.id], decision: 'dismiss', reason: 'It is there.' },
      { as: admin },
    )
    for (const as of five) await app.post(path, {}, { as })
    expect((await one.hidden())[0]).toBe(false)
    expect(await violatedInvariants(app.database)).toEqual([])
  })
})
